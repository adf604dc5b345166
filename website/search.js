// Sphinx adds this to the script of a search. A query is cut as Search in site_extension.py cuts the pages.
var splitQuery = (query) => {
  const runs = query.match(/[가-힣一-鿿]+|(?:(?![가-힣一-鿿])[\p{L}\p{N}_])+/gu) ?? [];
  const pairs = (run) => [...run].slice(1).map((letter, place) => run[place] + letter);
  return runs.flatMap((run) => (/[가-힣一-鿿]./.test(run) ? pairs(run) : [run]));
};

// What is found is ordered by Sphinx's points, but a lesson gets some more, and the name of a function some fewer.
Scorer.objPrio[0] = 5;
Scorer.score = ([docname, title, anchor, description, score]) => score + (/^\d\d_/.test(docname) ? 10 : 0);
