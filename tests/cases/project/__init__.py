"""A small DRF project that the bridge has never seen: models, serializers and views behind faults from the field."""
