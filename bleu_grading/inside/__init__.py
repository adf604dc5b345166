"""What runs in the sandbox, beside a student's code.

The examiner of `outside` starts `start`, which takes on the limits and becomes the `kernel`; the kernel runs the cells.
A hidden cell calls `grade`, which asks the examiner by way of `examiner_proxy`, in the form of `messages`.
The examiner then asks the proxy to call the student's function on one input after the other.
Nothing here is trusted, because a student's code can change all of it: no seed and no answer is ever in this process.
"""
