"""What the tests of the course start ends in its time, or the test is red and says why."""

import re
import sys

import limited
import pytest
from course import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the tests of the course run on Linux")

STILL = """
import subprocess, sys, time
print("so far", flush=True)
def stands_still():
    subprocess.Popen(["sleep", "98"], start_new_session=True)
    time.sleep(97)
stands_still()
"""


def test_what_stands_still_ends_red_and_says_what_it_was_at():
    with pytest.raises(limited.StoodStill) as caught:
        limited.run([sys.executable, "-c", STILL], seconds=2)
    said = str(caught.value)
    assert "did not end in 2 s" in said and "so far" in said
    sleeping = re.search(r"(?m)^(\d+) S .*sleep 98", said)
    assert sleeping and "in stands_still" in said
    assert "sleep 98" not in limited.report(int(sleeping[1]))


def test_what_is_left_behind_holds_nobody_up():
    left = "import subprocess; print('done'); subprocess.Popen(['sleep', '20'], start_new_session=True)"
    assert limited.run([sys.executable, "-c", left], seconds=15) == (0, "done\n")


def test_what_is_typed_and_both_streams_arrive():
    code = "import sys; print(input()); print('no', file=sys.stderr); sys.exit(3)"
    assert limited.run([sys.executable, "-c", code], typed="yes\n") == (3, "yes\nno\n")


@pytest.mark.parametrize("name", ["course", "test_assignments", "test_one_command", "test_the_course", "test_attacks"])
def test_the_tests_of_the_course_start_nothing_without_a_limit(name):
    code = (ROOT / "tests" / f"{name}.py").read_text(encoding="utf-8")
    starts = re.findall(r"(?<!import )subprocess\.(?:run|Popen)\((?:[^()]|\([^()]*\))*\)|instructor\.python\(\)", code)
    assert [start for start in starts if "timeout=" not in start] == []
