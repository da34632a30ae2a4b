"""Three Chinese pages: what has to be bought and done at home, the booking of a room, and the stock of a tool shop."""

from support.told_pages import Told


def household() -> Told:
    told = Told("zh", "我们的家务")
    told.form("购物清单", [told.text("新项目")], "添加")
    told.items(
        "购物清单",
        [("牛奶", False), ("全麦面包", False), ("黄油", True), ("苹果", False), ("洗洁精", False)],
        "删除",
    )
    told.blocks.append(told.radio("Press", "显示", "全部", ["全部", "未完成", "已完成"]))
    told.items(
        "待办事项", [("打扫浴室", False), ("倒垃圾", True), ("交电费", False), ("给花浇水", False)], "重要", "删除"
    )
    told.use("Press", "清除已完成")
    told.form(
        "客厅",
        [
            told.number("暖气\uff08°C\uff09", 20, 16, 26, step=0.5, unit="°C"),
            told.switch("吊灯", False),
            told.switch("音乐", True),
            told.number("音量", 30, 0, 100, step=5),
        ],
    )
    return told


def booking() -> Told:
    told = Told("zh", "菩提旅馆\uff1a预订")
    rooms = ["单人间", "双人间", "阁楼间", "家庭套房"]
    facts = [("¥280", "14 m²", "1"), ("¥420", "22 m²", "2"), ("¥220", "11 m²", "1"), ("¥680", "38 m²", "4")]
    told.table(
        "我们的房间",
        ["房间", "每晚价格", "面积", "床位"],
        [(room, *fact) for room, fact in zip(rooms, facts, strict=True)],
        [],
        sorts=False,
    )
    told.form(
        "您的预订",
        [
            told.text("姓名", required=True),
            told.text("邮箱", "email", required=True),
            told.text("电话", "tel"),
            told.text("入住日期", "date", required=True),
            told.text("到达时间", "time", value="15:00"),
            told.number("晚数", 2, 1, 14),
            told.number("成人", 2, 1, 6),
            told.number("儿童", 0, 0, 6),
            told.select("房间", "双人间", rooms),
            told.radio("Choose", "早餐", "不含早餐", ["不含早餐", "中式", "素食"]),
            told.switch("停车位", False),
            told.switch("宠物", False),
            told.text("备注", "long"),
        ],
        "提交订单并付款",
    )
    told.use("Press", "清空表单")
    return told


def stock() -> Told:
    told = Told("zh", "城北工具租赁\uff1a库存")
    told.form(
        "商品",
        [
            told.text("搜索", "search"),
            told.select("类别", "全部", ["全部", "园艺", "工坊", "清洁"]),
            told.switch("仅显示有货", False),
        ],
    )
    told.table(
        "商品",
        ["名称", "类别", "价格", "库存"],
        [
            ("割草机", "园艺", "¥25", "3"),
            ("电钻", "工坊", "¥12.5", "6"),
            ("高压清洗机", "清洁", "¥30", "0"),
            ("绿篱剪", "园艺", "¥9", "4"),
            ("圆锯", "工坊", "¥18", "2"),
        ],
        ["编辑{}", "删除{}"],
        sorts=True,
    )
    told.use("Press", "下一页")
    told.use("Press", "新建商品")
    return told


PAGES = {"家务": household, "预订": booking, "库存": stock}
