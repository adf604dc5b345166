"""What runs in the sandbox, together with the student's code.

The examiner in `outside` runs `start`, which sets the limits and then becomes the `kernel`; the kernel runs the cells.
A hidden cell calls `grade`, which sends a request to the examiner through `examiner_proxy`, encoded as `protocol` says.
The examiner then asks the proxy to call the student's function on one input after another.
Nothing here is trusted, because a student's code can change all of it. Therefore neither the seed nor the file of
answers is ever in this process.
"""
