// How the site's search orders what it finds: by Sphinx's own points, and a lesson gets some more.
var Scorer = {
  score: ([docname, title, anchor, description, score]) => score + (/^\d\d_/.test(docname) ? 10 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 5, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
