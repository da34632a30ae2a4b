from ipaddress import ip_address

import pytest

from antiphon.lan.host import identity, identity_of, is_private, is_public_suffix, outward


def names(hostname: str) -> set[str]:
    return set(identity_of(hostname, []).names)


def test_a_machine_is_known_by_its_bare_name_and_in_multicast_dns() -> None:
    assert names("Box7") == {"localhost", "box7", "box7.local"}
    assert names("box7.local") == {"localhost", "box7", "box7.local"}
    assert names("box7.example.org") == {"localhost", "box7", "box7.example.org", "box7.local"}


@pytest.mark.parametrize("hostname", ["dev", "APP", "com", "home.dev", "co.uk"])
def test_a_name_that_is_a_domain_of_the_internet_is_not_vouched_for_alone(hostname: str) -> None:
    """A constraint to `dev` would allow every name that ends in `.dev`."""
    assert not [name for name in names(hostname) if is_public_suffix(name)]
    assert f"{hostname.lower().partition('.')[0]}.local" in names(hostname)


@pytest.mark.parametrize("hostname", ["", "büro", "a b", "-x", "x-", "a..b", "*", "*.org", "10.0.0.1", "a" * 64])
def test_what_no_certificate_can_hold_is_no_name(hostname: str) -> None:
    assert names(hostname) == {"localhost"}


@pytest.mark.parametrize("address", ["8.8.8.8", "192.0.2.2", "172.32.0.1", "100.64.0.1", "2001:db8::1", "0.0.0.0"])
def test_an_address_that_others_may_have_is_no_part_of_this_machine(address: str) -> None:
    assert not is_private(ip_address(address))
    assert ip_address(address) not in identity_of("box7", [ip_address(address)]).addresses


@pytest.mark.parametrize("address", ["10.1.2.3", "172.31.0.1", "192.168.0.9", "169.254.7.7", "fd00::2", "fe80::1"])
def test_an_address_of_a_private_range_is(address: str) -> None:
    assert ip_address(address) in identity_of("box7", [ip_address(address)]).addresses


def test_others_are_told_an_address_that_can_be_typed_and_bridges_of_containers_last() -> None:
    # None of these is the way out of the machine that runs this test.
    given = ["fd00:1::2", "172.17.0.1", "10.213.77.4", "fe80::1", "169.254.1.1"]
    found = [ip_address(one) for one in given]
    assert outward(identity_of("box7", found)) == ip_address("10.213.77.4")
    assert outward(identity_of("box7", [found[0], found[1]])) == ip_address("172.17.0.1")
    assert outward(identity_of("box7", [found[0], found[3]])) == ip_address("fd00:1::2")
    assert outward(identity_of("box7", found[3:])) is None


def test_this_machine_has_loopback_in_any_case() -> None:
    assert {ip_address("127.0.0.1"), ip_address("::1")} <= set(identity().addresses)
    assert "localhost" in identity().names
