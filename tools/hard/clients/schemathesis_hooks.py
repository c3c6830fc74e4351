"""Runs inside schemathesis: signs in anew where a session was ended, and asks for records that are there."""

import os
import random
import urllib.request

import schemathesis

TOKENS = os.environ["TOKENS_URL"]
CHOSEN = random.Random(int(os.environ.get("CLIENTS_SEED", "1")))


@schemathesis.auth(refresh_interval=None)
class Token:
    """The calls that are tried sign out, disable accounts and change passwords: every call asks for a token that holds."""

    def get(self, case, ctx):
        kind = "app" if case.operation.path.startswith("/api/app/") else "staff"
        with urllib.request.urlopen(f"{TOKENS}/{kind}", timeout=30) as answer:
            return answer.read().decode()

    def set(self, case, data, ctx):
        case.headers = {**(case.headers or {}), "Authorization": data}


def there(name, value):
    """Ids count from 1 in each table; an invented one is found nowhere."""
    if isinstance(value, str) and (name == "id" or name.endswith("Id")) and CHOSEN.random() < 0.8:
        return str(CHOSEN.randint(1, 30))
    if isinstance(value, list) and name.lower().endswith("ids"):
        return [there("id", item) for item in value]
    if isinstance(value, dict):
        return {key: there(key, inner) for key, inner in value.items()}
    return value


@schemathesis.hook
def map_query(ctx, query):
    return there("", query) if isinstance(query, dict) else query


@schemathesis.hook
def map_body(ctx, body):
    return there("", body) if isinstance(body, dict) else body
