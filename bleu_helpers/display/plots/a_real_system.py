"""The figures of the lesson on real systems."""

from collections.abc import Mapping, Sequence

from bleu_helpers.display.plots._figure import BLUE, GREY, PALE_ORANGE, Look, figure, is_narrow, single_plot


def resampled_by_measure(ahead: Mapping[str, Sequence[float]], system: str, baseline: str) -> None:
    """Draw, for each measure, by how much a system is ahead of a baseline on resampled test sets.

    Args:
        ahead: for each measure one number a resample, above 0 where the system is the better one.
        system: the name of the system.
        baseline: the name of the system that it is compared with.
    """
    samples = len(next(iter(ahead.values())))
    shares = {measure: sum(one > 0 for one in values) / samples for measure, values in ahead.items()}
    behind = {measure: sum(one < 0 for one in values) / samples for measure, values in ahead.items()}
    agree = any(all(share > 0.5 for share in side.values()) for side in (shares, behind))
    told = f"the measures {'agree' if agree else 'do not agree'} on who is ahead"
    equal = not any(shares.values()) and not any(behind.values())
    title = f"{samples} resampled test sets: {'nobody is ahead' if equal else told}"
    text = [title]
    for measure, values in ahead.items():
        ordered = sorted(values)
        cut = samples // 40  # 2.5 of 100 at either end
        within = f"95% within {ordered[cut]:+.2f} to {ordered[-1 - cut]:+.2f}"
        text.append(f"{measure}: {system} ahead of {baseline} in {shares[measure]:.1%}, by points: {within}")
    with figure(2.2 * len(ahead) + 0.5, text) as drawn:
        drawn.suptitle(title, x=0.01, ha="left", fontsize=15)
        panels = drawn.subplots(len(ahead), 1, squeeze=False)[:, 0]
        # One scale for all: a point is as wide in each panel.
        limit = 1.05 * max(abs(one) for values in ahead.values() for one in values) or 1
        for axes, (measure, values) in zip(panels, ahead.items(), strict=True):
            sides: tuple[tuple[list[float], Look], ...] = (
                # What is equal is not ahead, so it stands just left of 0.
                ([min(one, -limit / 1000) for one in values if one <= 0], {"color": PALE_ORANGE, "hatch": "///"}),
                ([one for one in values if one > 0], {"color": BLUE}),
            )
            for side, look in sides:
                # An even number of bars: 0 is the border of two.
                axes.hist(side, bins=40, range=(-limit, limit), edgecolor="black", linewidth=0.5, **look)
            axes.axvline(0, color="black", linewidth=2)
            axes.set_xlim(-limit, limit)
            axes.set_ylim(0, 1.3 * axes.get_ylim()[1])  # room for the words above the bars
            axes.set_yticks([])
            axes.spines[["top", "right", "left"]].set_visible(False)
            axes.tick_params(labelsize=14)
            axes.set_ylabel(measure, rotation=0, ha="right", va="center", fontsize=17, fontweight="bold")
            words: Look = {"va": "top", "transform": axes.transAxes, "fontsize": 15}
            axes.text(0.01, 0.97, f"{baseline}\nahead: {behind[measure]:.1%}", ha="left", **words)
            axes.text(0.99, 0.97, f"{system}\nahead: {shares[measure]:.1%}", ha="right", **words)
        panels[-1].set_xlabel("points by which one system is ahead (0: equal)", fontsize=15)


def scores_by_kind(
    baseline: Mapping[str, float], system: Mapping[str, float], names: tuple[str, str], measure: str
) -> None:
    """Draw what two systems score in each kind of sentence, where higher is better.

    Args:
        baseline: a score for each kind.
        system: a score for each kind, of the system that is compared with the baseline.
        names: what the two are called, the baseline first.
        measure: what the scores are.
    """
    kinds = list(baseline)
    ahead = [kind for kind in kinds if system[kind] > baseline[kind]]
    head, message = (
        f"{measure} by kind of sentence:",
        f"{names[1]} is ahead of {names[0]} in {len(ahead)} of {len(kinds)}",
    )
    text = [f"{head} {message}"]
    text += [
        f"{kind}: {names[0]} {baseline[kind]:.2f}, {names[1]} {system[kind]:.2f}, "
        f"difference {system[kind] - baseline[kind]:+.2f}"
        for kind in kinds
    ]
    low, high = min(*baseline.values(), *system.values()), max(*baseline.values(), *system.values())
    room = max(high - low, 1)
    left, end, right = (
        low - (0.45 if is_narrow() else 0.2) * room,
        high + 0.15 * room,
        high + (0.6 if is_narrow() else 0.45) * room,
    )
    with single_plot(
        0.85 * len(kinds) + 2.0,
        text,
        f"{head}\n{message}",
        title_size=15,
        x_label=f"{measure}, a part of the scale from 0 to 100",
        label_size=15,
        x_limits=(left, right),
        y_limits=(len(kinds) - 0.4, -1.0),
        x_axis=(left, end),
    ) as axes:
        dot: Look = {"markersize": 13, "color": "black", "markerfacecolor": "white", "linestyle": "none"}
        for place, kind in enumerate(kinds):
            pair = baseline[kind], system[kind]
            # The baseline stands a little higher, so that scores that are close are both seen.
            heights = place - 0.15, place + 0.15
            axes.plot(pair, heights, color=GREY, linewidth=3, zorder=1)
            for score, other, height, marker in zip(pair, pair[::-1], heights, "o^", strict=True):
                axes.plot(score, height, marker=marker, zorder=2, **dot)
                outward: Look = {"xytext": (-13, 0), "ha": "right"} if score < other else {"xytext": (13, 0)}
                at: Look = {"textcoords": "offset points", "va": "center", "fontsize": 14}
                axes.annotate(f"{score:.2f}", (score, height), **at, **outward)
            axes.text(right, place, f"{pair[1] - pair[0]:+.2f}", ha="right", va="center", fontsize=16)
        axes.text(right, -0.65, "difference", ha="right", va="center", fontsize=14)
        for name, marker in zip(names, "o^", strict=True):
            axes.plot([], [], marker=marker, label=name, **dot)
        axes.legend(loc="upper left", ncols=2, frameon=False, fontsize=15, borderaxespad=0)
        axes.set_yticks(range(len(kinds)), kinds, fontsize=15)
        axes.tick_params(axis="x", labelsize=14)
        axes.set_xticks([tick for tick in axes.get_xticks() if left <= tick <= end])
