"""`observe` in Chromium: controls of one name, their places, and ids that stay."""

from e2e.stand import Stand, actions, observed, run, values


async def test_two_with_the_same_name_are_told_apart_by_their_place_or_their_order(stand: Stand) -> None:
    body = """<ul id="list"><li>Rooibos <button>Remove</button></li><li>Earl Grey <button>Remove</button></li></ul>
      <table><tr><td>Oolong</td><td><button>Buy</button></td></tr><tr><td>Sencha</td><td><button>Buy</button>
      </td></tr></table>
      <h2>Bill to</h2><div><label>City <input></label></div><h2>Ship to</h2><div><label>City <input></label></div>
      <p><button>Same</button><button>Same</button></p><a href="/other.html">Home</a><a href="/other.html">Home</a>"""
    setup = "window.hits = []; document.onclick = ({ target }) => hits.push(target.parentElement.textContent);"
    async with observed(stand, body, setup) as page:
        found = await actions(page)
        places = {id_: values(action)["which"]["enum"] for id_, action in found.items() if "which" in values(action)}
        assert places == {
            "remove": ["Rooibos", "Earl Grey"],
            "buy": ["Oolong", "Sencha"],
            "set_city": ["Bill to", "Ship to"],
            "press_same": ["first", "second"],
        }
        await run(page, "remove", which="Earl Grey")
        assert await page.evaluate("hits") == ["Earl Grey Remove"]
        await page.evaluate("list.lastElementChild.remove()")
        await page.wait_for_function("() => !('which' in told().actions.remove.parameters.properties)")


async def test_places_are_called_as_the_page_calls_them_now(stand: Stand) -> None:
    body = """<table><tr><td id="a">Ann</td><td><button>Remove</button></td></tr>
      <tr><td id="b">Bob</td><td><button>Remove</button></td></tr></table>
      <section id="bill" aria-label="Bill to"><label>City <input></label></section>
      <div><h2 id="ship">Ship to</h2><label>City <input></label></div>"""
    async with observed(stand, body) as page:
        places = "Object.values(told().actions).map(({ parameters }) => parameters.properties.which.enum)"
        assert await page.evaluate(places) == [["Ann", "Bob"], ["Bill to", "Ship to"]]
        await page.evaluate("""() => {
          a.textContent = 'Cyd';
          b.firstChild.data = 'Dan';
          bill.ariaLabel = 'Invoice';
          ship.textContent = 'Parcel';
          return observer.look();
        }""")
        assert await page.evaluate(places) == [["Cyd", "Dan"], ["Invoice", "Parcel"]]
        assert await run(page, "remove", which="Dan") == "I pressed Remove."


async def test_ids_stay_when_the_page_draws_itself_again_and_a_number_in_a_name_changes(stand: Stand) -> None:
    body = """<div id="app"><button>Cart (1)</button><button>Inbox 3</button></div>
      <button>Volume</button><label>Volume <input></label>"""
    async with observed(stand, body) as page:
        before = list(await actions(page))
        assert before == ["press_cart", "press_inbox_3", "press_volume", "set_volume"]
        await page.evaluate("app.lastElementChild.textContent = 'Inbox 4'")
        await page.wait_for_function("() => told().actions.press_inbox_3.description === 'Press Inbox 4'")
        await page.evaluate("app.innerHTML = '<button>Cart (2)</button><button>Inbox 3</button>'")
        await page.wait_for_function("() => told().actions.press_cart?.description === 'Press Cart (2)'")
        assert sorted(await actions(page)) == sorted(before)
