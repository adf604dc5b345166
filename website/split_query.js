// Cuts what is searched for as Search in site_extension.py cuts the pages.
var splitQuery = (query) => {
  const runs = query.match(/[가-힣一-鿿]+|(?:(?![가-힣一-鿿])[\p{L}\p{N}_])+/gu) ?? [];
  const pairs = (run) => [...run].slice(1).map((letter, place) => run[place] + letter);
  return runs.flatMap((run) => (/[가-힣一-鿿]./.test(run) ? pairs(run) : [run]));
};
