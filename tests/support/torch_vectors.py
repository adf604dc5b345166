"""Print the vectors that PyTorch and transformers compute for the pieces of sentences, as JSON.

python torch_vectors.py FOLDER SENTENCE ...
"""

import json
import sys

import torch
from transformers import AutoModel, AutoTokenizer

folder, *sentences = sys.argv[1:]
tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
found = []
for sentence in sentences:
    read = tokenizer(sentence, return_tensors="pt")
    with torch.no_grad():
        vectors = model(**read).last_hidden_state[0, 1:-1]
    found.append((tokenizer.convert_ids_to_tokens(read["input_ids"][0][1:-1]), vectors.tolist()))
print(json.dumps(found))
