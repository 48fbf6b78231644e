"""Random play, ours beside other libraries', in one run: ``python -m benchmarks``.

Every entry plays whole games with the same random choice, in short slices taken in turn, so that
a drift of the machine hits all of them alike. Ratios are of slices of the same round.
"""
