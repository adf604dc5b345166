"""Students' functions for the tasks of the lesson `systems_of_today`."""

from itertools import combinations

from students import right, wrong


@right("agreement_with_ties")
def agreement_with_ties(first, second):
    def opinion(points, i, j):
        return "first" if points[i] < points[j] else "second" if points[i] > points[j] else "equal"

    pairs, same = 0, 0
    for i in range(len(first)):
        for j in range(i + 1, len(first)):
            pairs += 1
            if opinion(first, i, j) == opinion(second, i, j):
                same += 1
    return same / pairs


@wrong("agreement_with_ties", "a tie of both raters does not count as agreement")
def product_above_0(first, second):
    pairs = list(combinations(range(len(first)), 2))
    return sum((first[i] - first[j]) * (second[i] - second[j]) > 0 for i, j in pairs) / len(pairs)


@wrong("agreement_with_ties", "a tie of one rater counts as agreement")
def product_not_below_0(first, second):
    pairs = list(combinations(range(len(first)), 2))
    return sum((first[i] - first[j]) * (second[i] - second[j]) >= 0 for i, j in pairs) / len(pairs)


@wrong("agreement_with_ties", "a tie is treated as a preference")
def only_above(first, second):
    pairs = list(combinations(zip(first, second, strict=True), 2))
    return sum((a[0] > b[0]) == (a[1] > b[1]) for a, b in pairs) / len(pairs)


@wrong("accuracy_within_clusters", "there is no rule for systems without a pair that counts")
def no_rule(scores, points, clusters):
    columns = list(zip(scores, points, clusters, strict=True))
    pairs = [(a, b) for a, b in combinations(columns, 2) if a[2] == b[2] and a[1] != b[1]]
    return sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in pairs) / len(pairs)


@right("accuracy_within_clusters")
def accuracy_within_clusters(scores, points, clusters):
    asked, agreed = 0, 0
    for (score, lost, cluster), (score2, lost2, cluster2) in combinations(
        zip(scores, points, clusters, strict=True), 2
    ):
        if cluster == cluster2 and lost != lost2:
            asked += 1
            agreed += (score > score2) if lost < lost2 else (score < score2)
    return agreed / asked if asked else 0.0


@wrong("accuracy_within_clusters", "the shares of the clusters are averaged")
def cluster_by_cluster(scores, points, clusters):
    shares = []
    for cluster in set(clusters):
        members = [i for i in range(len(scores)) if clusters[i] == cluster]
        pairs = [(i, j) for i, j in combinations(members, 2) if points[i] != points[j]]
        if pairs:
            agreed = sum((scores[i] - scores[j]) * (points[i] - points[j]) < 0 for i, j in pairs)
            shares.append(agreed / len(pairs))
    return sum(shares) / len(shares) if shares else 0.0
