"""The only room that knows aiortc: an offer in, an answer out, and a call over it.

`offer_guard` judges an offer and `peer` answers it; `receive` and `send` are the media, `inbound` what `receive` does
with a packet (`rtp`, `jitter`, `opus`, `g711`, `timeline`), `ticker` sets the pace of what is sent and `opus_speech`
makes its packets; `channel` the messages, `addresses` where we can be reached, `hardening` and `sctp_guard` what stock
aiortc lacks, `peers` who is here.
"""
