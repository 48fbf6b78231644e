"""What holds for all tests, those in the documentation too."""

from hypothesis import HealthCheck, settings

# How long a test takes depends on what else the machine does, and is no reason to fail.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
if settings.get_current_profile_name() == "default":  # mutation testing has one of its own
    settings.load_profile("suite")
