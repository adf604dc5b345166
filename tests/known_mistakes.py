"""What the tests of known mistakes share: what each of them does, and which are left after some inputs."""

from functools import cache

from bleu_helpers.checks._causes import _done
from bleu_helpers.checks._outcomes import agree
from bleu_helpers.checks._tasks import inputs_of
from bleu_helpers.checks.exercises import EVERY_TASK


def outcome(name, seed, number, place):
    """What one mistake of a task does for one input, as the checker remembers it; most are told apart by a few."""
    task = EVERY_TASK[name]
    return _done(task.read, task.mistakes[number].function, inputs_of(task, seed)[place])


@cache
def different(name, seed, place):
    """What was seen for one input so far: each different outcome once, and of each mistake the place of its own."""
    return [], {}


def mistakes_left(name, seed, does, enough):
    """The mistakes that do the same for every input, or none as soon as all that are left have a name in `enough`."""
    mistakes = EVERY_TASK[name].mistakes
    left = range(len(mistakes))
    for place, (arguments, _) in enumerate(inputs_of(EVERY_TASK[name], seed)):
        done = does(place, arguments)
        outcomes, seen = different(name, seed, place)
        for number in left:
            if number not in seen:
                its = outcome(name, seed, number, place)
                outcomes += [] if its in outcomes else [its]
                seen[number] = outcomes.index(its)
        same = {which for which, its in enumerate(outcomes) if agree(its, done)}
        left = [number for number in left if seen[number] in same]
        if all(mistakes[number].name in enough for number in left):
            return []
    return [mistakes[number] for number in left]
