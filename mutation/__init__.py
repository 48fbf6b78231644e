"""Mutation testing of the rules: does a test notice when a rule is changed?"""
