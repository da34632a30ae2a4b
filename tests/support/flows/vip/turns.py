"""The interaction loop, and what goes wrong in it."""

from support.flow import READY, Flow, answers, on, opening, say, send, speak, state

DONE = state("idle", "audio.complete")

FLOWS = [
    Flow(
        "spoken_turn",
        source="VIP 5.4 case A, 7.4 scenario A",
        says="Speech begins a turn, silence ends it, and it is answered aloud.",
        session={"texts": ["what time is it"], "script": [answers(say("It is noon."))]},
        steps=[*opening(), speak(1.0, after=READY, wait=0.5)],
        until=DONE,
    ),
    Flow(
        "push_to_talk",
        source="VIP 5.1.2, 7.2.4",
        says="A turn lasts as long as the key is held, silences and all, and ends when it is released.",
        session={"texts": ["what time is it"], "script": [answers(say("It is noon."))]},
        steps=[
            *opening(),
            send("input.start", {"trigger": "ptt"}, after=READY, wait=0.5),
            speak(1.0, wait=0.2),
            send("input.end", wait=3.0),
        ],
        until=DONE,
    ),
    Flow(
        "wake_word",
        source="VIP 5.1.1, 7.2.4",
        says="The client has heard its wake word; what is said after it is the turn.",
        session={"texts": ["what time is it"], "script": [answers(say("It is noon."))]},
        steps=[
            *opening(),
            send("input.start", {"trigger": "wake_word"}, after=READY, wait=0.5),
            speak(1.0, wait=0.2),
        ],
        until=DONE,
    ),
    Flow(
        "wake_word_and_silence",
        source="VIP 7.2.4 input.timeout",
        says="A wake word after which nothing is said leads back to idle.",
        session={"no_speech_s": 3.0},
        steps=[*opening(), send("input.start", {"trigger": "wake_word"}, after=READY, wait=0.5)],
        until=state("idle", "input.timeout"),
    ),
    Flow(
        "typed_turn",
        source="VIP 7.4 interaction loop",
        says="A typed turn is understood at once, and answered aloud, piece by piece.",
        session={"script": [answers(say("It is noon. "), say("Lunch is served."))]},
        steps=[*opening(), send("input.text", {"text": "what time is it"}, after=READY, wait=0.5)],
        until=DONE,
    ),
    Flow(
        "input_cancelled",
        source="VIP 7.3 input.cancel",
        says="The user takes back what is being said: it is forgotten.",
        session={"texts": ["never mind"]},
        steps=[
            *opening(),
            send("input.start", {"trigger": "ptt"}, after=READY, wait=0.5),
            speak(1.0, wait=0.2),
            send("input.cancel", wait=0.6),
        ],
        until=state("idle", "input.cancel"),
    ),
    Flow(
        "follow_up_question",
        source="VIP 5.1.2, 5.2.2 Playback_Complete",
        says="After an answer that asks something the user is listened to without a trigger.",
        session={
            "texts": ["open a page", "the cart"],
            "script": [answers(say("Which page?"), match="^open"), answers(say("Here is the cart."))],
            "follow_up": True,
        },
        steps=[
            *opening(),
            speak(0.8, after=READY, wait=0.5),
            speak(0.6, after=on("input.start", trigger="follow_up"), wait=0.2),
        ],
        until=state("idle", "audio.complete"),
    ),
    Flow(
        "granted_turn",
        source="ITE REQ-008, ITE REQ-010",
        says="An assistant that does not answer by itself waits until the page grants it the turn.",
        session={"texts": ["what time is it"], "script": [answers(say("It is noon."))], "auto_response": False},
        steps=[
            *opening(),
            speak(1.0, after=READY, wait=0.5),
            send("assistant.grant", after=on("transcript.final", wait=1.0)),
        ],
        until=DONE,
    ),
    Flow(
        "granted_from_idle",
        source="ITE REQ-008",
        says="The page gives the assistant the floor though nobody has said anything.",
        session={"script": [answers(say("By the way, it is noon."))]},
        steps=[*opening(), send("assistant.grant", after=READY, wait=0.5)],
        until=DONE,
    ),
    Flow(
        "nothing_to_answer",
        source="VIP 7.4 interaction loop",
        says="An assistant that has nothing to say leaves it at that.",
        session={"texts": ["hm"], "script": [answers({"empty": True})]},
        steps=[*opening(), speak(0.6, after=READY, wait=0.5)],
        until=state("idle", "response.empty"),
    ),
    Flow(
        "no_speech",
        source="VIP 7.6 recognition error",
        says="A key was pressed and nothing was said.",
        steps=[
            *opening(),
            send("input.start", {"trigger": "ptt"}, after=READY, wait=0.5),
            send("input.end", wait=1.0),
        ],
        until=state("idle", "error.recognition"),
    ),
    Flow(
        "no_match",
        source="VIP 7.6 recognition error",
        says="Something was said in which no words were found.",
        session={"texts": [""]},
        steps=[*opening(), speak(0.8, after=READY, wait=0.5)],
        until=state("idle", "error.recognition"),
    ),
    Flow(
        "brain_failure",
        source="VIP 7.6",
        says="The assistant's brain fails: the turn is over, the next one is answered.",
        session={
            "texts": ["what time is it", "hello"],
            "script": [answers({"fail": "brain.failed"}, match="time"), answers(say("Hello."))],
        },
        steps=[
            *opening(),
            speak(1.0, after=READY, wait=0.5),
            speak(0.6, after=state("idle", "response.failed", wait=0.5)),
        ],
        until=DONE,
    ),
    Flow(
        "voice_failure",
        source="VIP 7.6, ITE REQ-009",
        says="The voice fails: the turn is over, and the user is told what does not work.",
        session={"texts": ["what time is it"], "script": [answers(say("It is noon."))], "tts": {"fail": True}},
        steps=[*opening(), speak(1.0, after=READY, wait=0.5)],
        until=state("idle", "response.failed"),
    ),
]
