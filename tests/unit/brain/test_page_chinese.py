"""Chinese, which is a file: what people say to three pages, without a blank between words, and with numerals."""

import re
import tomllib
from dataclasses import replace
from datetime import date

import pytest

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.conversation import BrainRequest, UserSaid
from antiphon.domain.outline import Outline
from antiphon.providers.brain._page.cutting import CutPages, joined
from antiphon.providers.brain._page.language import FOLDER, language
from antiphon.providers.brain._page.manners_of_file import FileManners
from antiphon.providers.brain._rules.catalogue import Catalogue
from support.chinese_pages import PAGES
from support.told_pages import Speaker, Told

SPOKEN = [
    ("家务", "把牛奶勾掉。", ["switch_牛奶 on"]),
    ("家务", "请帮我勾选面包。", ["switch_全麦面包 on"]),
    ("家务", "苹果买好了。", ["switch_苹果 on"]),
    ("家务", "洗洁精已经买了。", ["switch_洗洁精 on"]),
    ("家务", "电费交了。", ["switch_交电费 on"]),
    ("家务", "浴室打扫完了。", ["switch_打扫浴室 on"]),
    ("家务", "黄油还没买。", ["switch_黄油 off"]),
    ("家务", "把香蕉加到购物清单。", ["set_新项目 香蕉", "press_添加"]),
    ("家务", "添加咖啡。", ["set_新项目 咖啡", "press_添加"]),
    ("家务", "我们还需要鸡蛋。", ["set_新项目 鸡蛋", "press_添加"]),
    ("家务", "再买点奶酪。", ["set_新项目 奶酪", "press_添加"]),
    ("家务", "删除洗洁精。", ["press_删除 洗洁精"]),
    ("家务", "把暖气调到二十一度。", ["set_暖气_c 21"]),
    ("家务", "打开吊灯。", ["switch_吊灯 on"]),
    ("家务", "把音乐关掉。", ["switch_音乐 off"]),
    ("家务", "调暖一点。", ["set_暖气_c 21"]),
    ("家务", "音量调低一点。", ["set_音量 20"]),
    ("家务", "只显示未完成的。", ["press_未完成"]),
    ("家务", "把交电费标为重要。", ["press_重要 交电费"]),
    ("家务", "能不能帮我把灯打开？", ["switch_吊灯 on"]),
    ("家务", "音量设为五十。", ["set_音量 50"]),
    ("预订", "我叫王小明。", ["set_姓名 王小明"]),
    ("预订", "我的邮箱是 anna@example.com。", ["set_邮箱 anna@example.com"]),
    ("预订", "电话是一三八零零一三八零零零。", ["set_电话 13800138000"]),
    ("预订", "五月五号入住。", ["set_入住日期 2027-05-05"]),
    ("预订", "下周五入住。", ["set_入住日期 2026-12-11"]),
    ("预订", "晚上八点半到达。", ["set_到达时间 20:30"]),
    ("预订", "四晚，两个成人，一个儿童。", ["set_晚数 4", "set_成人 2", "set_儿童 1"]),
    ("预订", "我要阁楼间。", ["choose_房间 阁楼间"]),
    ("预订", "早餐要素食的。", ["choose_素食"]),
    ("预订", "我们带宠物。", ["switch_宠物 on"]),
    ("预订", "不需要停车位。", ["switch_停车位 off"]),
    ("预订", "备注写\uff1a我们会晚到。", ["set_备注 我们会晚到"]),
    ("库存", "按价格排序。", ["press_价格"]),
    ("库存", "只看园艺类的。", ["choose_类别 园艺"]),
    ("库存", "搜索锯子。", ["set_搜索 锯子"]),
    ("库存", "编辑电钻。", ["press_编辑电钻"]),
    ("库存", "删除圆锯。", ["press_删除圆锯"]),
    ("库存", "下一页。", ["press_下一页"]),
]
UNDONE = [
    ("家务", "把牛奶从清单上拿掉。"),
    ("家务", "别勾牛奶。"),
    ("家务", "删除所有待办事项。"),
    ("家务", "如果天黑了就开灯。"),
    ("家务", "昨天的牛奶酸了。"),
    ("家务", "我妹妹喜欢苹果。"),
    ("预订", "提交吧。"),
    ("预订", "我还不想付款。"),
    ("预订", "把表单都清掉。"),
    ("库存", "全部删掉。"),
]
ANSWERED = [
    ("家务", "购物清单上有什么？", "牛奶.*面包.*苹果"),
    ("家务", "还有多少待办事项没完成？", r"^3\b"),
    ("家务", "牛奶买了吗？", "^没有"),
    ("家务", "我在这里能做什么？", "这里可以.*购物清单"),
    ("家务", "暖气现在多少度？", "20"),
    ("预订", "哪个房间最便宜？", "阁楼间"),
    ("预订", "家庭套房多少钱？", "680"),
    ("预订", "还要填什么？", "姓名.*邮箱.*入住日期"),
    ("预订", "二十晚。", "1.*14"),
    ("库存", "电钻还有多少？", "6"),
    ("库存", "最贵的商品是哪个？", "高压清洗机"),
]


@pytest.mark.parametrize(("page", "said", "done"), SPOKEN)
async def test_an_order_is_carried_out(page: str, said: str, done: list[str]) -> None:
    talk = Speaker(PAGES[page]())
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(("page", "said"), UNDONE)
async def test_what_was_not_ordered_word_for_word_is_not_done(page: str, said: str) -> None:
    talk = Speaker(PAGES[page]())
    await talk.says(said)
    assert talk.done == []


@pytest.mark.parametrize(("page", "said", "answer"), ANSWERED)
async def test_a_question_is_answered_in_chinese_and_changes_nothing(page: str, said: str, answer: str) -> None:
    talk = Speaker(PAGES[page]())
    assert re.search(answer, await talk.says(said))
    assert talk.done == []


@pytest.mark.parametrize(
    ("page", "said", "question", "done"),
    [
        ("家务", "把牛奶从清单上拿掉。", "删除“牛奶”", ["press_删除 牛奶"]),
        ("家务", "删除第二个待办事项。", "倒垃圾", ["press_删除 倒垃圾"]),
        ("库存", "把电钻扔掉。", "删除“电钻”", ["press_删除电钻"]),
    ],
)
async def test_a_removal_is_asked_about_and_done_after_a_yes(
    page: str, said: str, question: str, done: list[str]
) -> None:
    talk = Speaker(PAGES[page]())
    answer = await talk.says(said)
    assert question in answer
    assert answer.endswith("要这样做吗？")
    await talk.says("是的。")
    assert talk.done == done


@pytest.mark.parametrize("no", ["不要。", "不用了。", "算了。", "先别。", "停！", "还是不要了。", "等等，不要。"])
async def test_a_no_leaves_it_as_it_is(no: str) -> None:
    talk = Speaker(PAGES["家务"]())
    await talk.says("把牛奶从清单上拿掉。")
    assert await talk.says(no) == "好的，我不动它。"
    await talk.says("是的。")
    assert talk.done == []


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("家务", "不要把奶酪加到清单。"),
        ("家务", "不用买牛奶了。"),
        ("家务", "也许我们该买牛奶。"),
        ("家务", "我昨天吃了苹果。"),
        ("家务", "灯要开吗？"),
        ("家务", "把清单发给小王。"),
        ("家务", "别关音乐。"),
        ("家务", "邻居把音乐关了。"),
        ("预订", "我爸爸叫王大明。"),
        ("预订", "取消订单。"),
        ("预订", "确认。"),
        ("预订", "备注清空。"),
        ("预订", "有停车位吗？"),
        ("预订", "晚上八点半到。"),
        ("库存", "不要删除圆锯。"),
        ("库存", "可以删除圆锯吗？"),
        ("库存", "删除圆锯是什么意思？"),
        ("库存", "删除最贵的商品。"),
    ],
)
async def test_a_remark_or_what_is_not_read_does_nothing(page: str, said: str) -> None:
    talk = Speaker(PAGES[page]())
    await talk.says(said)
    assert talk.done == []


async def test_a_question_stays_open_over_another_one() -> None:
    talk = Speaker(PAGES["家务"]())
    question = await talk.says("把牛奶从清单上拿掉。")
    assert await talk.says("你说什么？") == question
    assert (await talk.says("还有多少待办事项没完成？")).endswith(question)
    await talk.says("是的。")
    assert talk.done == ["press_删除 牛奶"]


async def test_what_was_done_is_put_right_taken_back_and_done_again() -> None:
    talk = Speaker(PAGES["家务"]())
    await talk.says("勾选牛奶。")
    await talk.says("不，我是说面包。")
    assert talk.done == ["switch_牛奶 off", "switch_全麦面包 on"]
    await talk.says("撤销。")
    assert talk.done == ["switch_全麦面包 off"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("五月五号", date(2027, 5, 5)),
        ("2026年12月24日", date(2026, 12, 24)),
        ("十二月二十四号", date(2026, 12, 24)),
        ("后天", date(2026, 12, 2)),
        ("两周后", date(2026, 12, 14)),
        ("三天以后", date(2026, 12, 3)),
        ("下周五", date(2026, 12, 11)),
        ("礼拜天", date(2026, 12, 6)),
    ],
)
def test_days_are_read_as_they_are_said(said: str, day: date) -> None:
    chinese = language("zh-CN")
    assert chinese.cutter
    assert [one.value for one in chinese.days(chinese.hear(chinese.cutter.said(said)), date(2026, 11, 30))] == [day]


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("晚上八点半", "20:30"),
        ("下午三点十五分", "15:15"),
        ("八点一刻", "08:15"),
        ("早上七点钟", "07:00"),
        ("下午一点", "13:00"),
        ("十四点三十分", "14:30"),
        ("14:30", "14:30"),
        ("午夜", "00:00"),
        ("二十五点", None),
        ("八个苹果", None),
    ],
)
def test_times_are_read_as_they_are_said(said: str, time: str | None) -> None:
    chinese = language("zh")
    assert chinese.cutter
    assert chinese.speech.time(chinese.cutter.said(said)) == time


@pytest.mark.parametrize(
    ("said", "cut"),
    [
        ("把牛奶打勾。", "把 牛 奶 打勾."),
        ("二十一度", "21 度"),
        ("两百零五元", "205 元"),
        ("一万二千人", "12000 人"),
        ("百分之五十", "50%"),
        ("一三八零零一三八", "13800138"),
        ("调高一点", "调高 一点"),
        ("第三个", "第三 个"),
        ("三明治", "三 明 治"),
        ("牛奶买了吗", "牛 奶 买 了 吗?"),
        ("你能帮我删掉什么？", "你 能 帮 我 删掉 什么?"),
        ("能不能帮我把灯打开？", "能不能 帮 我 把 灯 打开"),
    ],
)
def test_an_utterance_is_cut_into_the_words_of_the_file_with_figures_and_marks(said: str, cut: str) -> None:
    cutter = language("zh").cutter
    assert cutter
    assert cutter.said(said) == cut
    assert cutter.said(cut.removesuffix("?")).removesuffix("?") == cut.removesuffix("?")


@pytest.mark.parametrize("text", ["我们会晚到，谢谢。", "“牛奶”\uff1a要吗？", "Anna 来了。", "好的，3项。"])
def test_what_was_cut_is_put_together_as_it_was_written(text: str) -> None:
    cutter = language("zh").cutter
    assert cutter
    assert joined(cutter.text(text)).replace(" ", "") == text.replace(" ", "")


async def test_a_page_is_cut_once_and_keeps_its_ids() -> None:
    cutter, pages, page = language("zh").cutter, CutPages(), PAGES["库存"]().page()
    assert cutter
    first, second = [
        await pages.request(BrainRequest("t1", (UserSaid("t1", said),), page, "zh"), cutter)
        for said in ("按价格排序", "下一页")
    ]
    assert second.page is first.page
    assert list(first.page.actions) == list(page.actions)
    assert first.page.outline
    assert first.page.outline.blocks[1].rows[0].cells[0] == "割 草 机"


async def test_an_option_keeps_the_letters_that_the_page_has() -> None:
    told = Told("zh", "电池")
    told.form("订购", [told.select("型号", "AA 电池", ["AA 电池", "AAA 电池\uff08碱性\uff09"])])
    talk = Speaker(told)
    await talk.says("型号改成 AAA 电池\uff08碱性\uff09。")
    assert talk.done == ["choose_型号 AAA 电池\uff08碱性\uff09"]


@pytest.mark.parametrize(
    ("name", "grave"),
    [
        ("立即支付", True),
        ("删除账号", True),
        ("退出登录", True),
        ("确认并发送", True),
        ("打开详情", False),
        ("下一页", False),
    ],
)
def test_what_is_hard_to_take_back_is_known_wherever_it_stands_in_a_name(name: str, grave: bool) -> None:
    catalogue = Catalogue()
    for _ in catalogue.add(Action("press", f"Press {name}")):
        pass
    assert FileManners(language("zh")).is_grave(catalogue, ActionCall("press", {})) == grave


def test_every_part_that_german_has_is_there() -> None:
    german, chinese = (tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8")) for code in ("de", "zh"))
    assert set(german) == set(chinese) - {"cutting"}
    for name in ("frame", "words", "clock", "asked", "views", "gestures", "groups", "questions", "says", "expected"):
        assert set(german[name]) - set(chinese[name]) == set(), name
    assert set(german["told"]) == set(chinese["told"])


def asking(narration: str, *names: str) -> Speaker:
    talk = Speaker(PAGES["家务"]())
    actions = {f"a{at}": Action(f"a{at}", f"Press {name}") for at, name in enumerate(names)}
    talk.page = replace(talk.page, narration=narration, actions=actions, outline=Outline())
    return talk


@pytest.mark.parametrize(("said", "done"), [("好的。", ["a1"]), ("不要。", ["a0"]), ("删除", ["a1"]), ("真的吗？", [])])
async def test_a_button_is_the_yes_by_the_verb_of_the_question(said: str, done: list[str]) -> None:
    talk = asking("The page asks: 确定删除绿篱剪吗？ You can say 保留, or 删除.", "保留", "删除")
    answer = await talk.says(said)
    assert talk.done == done
    assert done or answer == "页面在问\uff1a确定删除绿篱剪吗？"
