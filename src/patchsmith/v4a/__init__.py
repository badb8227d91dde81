"""The V4A patch language: model, parser, planner."""
