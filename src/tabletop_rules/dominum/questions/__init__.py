"""The questions and steps of Dominum, by the part of the rules that they belong to.

Abilities lead to attacks, deployments and further abilities, and these to abilities again: the
modules need each other. `performing`, loaded first, reaches all of them in a working order.
"""

from tabletop_rules.dominum.questions import performing as performing
