"""Chinese as it is said: prices, units, dates, times, telephone numbers and short forms as words."""

from antiphon.providers.wording.by_locale import LocaleWording

UNREADABLE = {"link": "页面上的链接", "code": "页面上的代码", "number": "页面上的长号码"}

word = LocaleWording("zh", {}, "{h}点{m}分", "{h}点", "加", "").word
