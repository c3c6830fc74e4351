"""Drives Alibaba's SDK for Python by its own functions: a line of JSON asks, a line of JSON answers (driver.ts)."""

import json
import sys
import threading
import time

from linkkit import linkkit

OUT = threading.Lock()


def tell(line):
    with OUT:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


class Replies:
    """Replies come on a thread of the SDK, perhaps before the call that asked has returned."""

    def __init__(self):
        self.got = {}
        self.changed = threading.Condition()

    def put(self, kind, request_id, value):
        with self.changed:
            self.got[(kind, str(request_id))] = value
            self.changed.notify_all()

    def wait(self, kind, request_id, seconds=10):
        end = time.monotonic() + seconds
        with self.changed:
            while (kind, str(request_id)) not in self.got:
                if not self.changed.wait(end - time.monotonic()):
                    raise TimeoutError("no reply to %s" % kind)
            return self.got.pop((kind, str(request_id)))


REPLIES = Replies()
KIT = None
OWN = None


def reply(kind):
    def take(request_id, code, data, _message, _user_data):
        REPLIES.put(kind, request_id, {"code": code, "data": data})

    return take


def asked(kind, answer):
    """What the SDK's functions return: 0 and the id of the request, or a code."""
    code, request_id = answer
    if code != 0:
        raise RuntimeError("%s returns %r" % (kind, code))
    return REPLIES.wait(kind, request_id)


def connect(triple, host, port, tls, ca, model, gateway=False):
    global KIT, OWN
    OWN = triple
    kit = linkkit.LinkKit(
        host_name=host,
        product_key=triple["productKey"],
        device_name=triple["deviceName"],
        device_secret=triple["deviceSecret"],
    )
    KIT = kit
    with open(ca, encoding="ascii") as file:
        certificate = file.read()
    kit.config_mqtt(port=port, secure="TLS" if tls else "", endpoint=host, cadata=certificate)
    kit.thing_setup(model)
    ready = threading.Event()

    def enabled(_user_data):
        tell({"heard": "connect"})
        ready.set()

    kit.on_thing_enable = enabled
    kit.on_thing_prop_post = reply("post")
    kit.on_thing_device_info_update = reply("tag")
    kit.on_thing_device_info_delete = reply("untag")
    kit.on_gateway_add_subdev_topo_reply = reply("topoAdd")
    kit.on_gateway_login_subdev_reply = reply("subLogin")
    kit.on_gateway_logout_subdev_reply = reply("subLogout")
    kit.on_gateway_product_register_subdev_reply = reply("subRegister")
    kit.on_thing_event_post = lambda _event, request_id, code, data, _message, _user: REPLIES.put(
        "event", request_id, {"code": code, "data": data}
    )
    kit.on_thing_shadow_get = lambda message, _user: tell({"heard": "shadow", "message": message})
    kit.on_topic_message = lambda topic, payload, _qos, _user: tell(
        {"heard": "message", "topic": topic, "payload": payload.decode("utf-8")}
    )
    kit.on_ota_message_arrived = lambda _kind, version, size, url, sign_method, sign, module, _extra: tell(
        {
            "heard": "offer",
            "offer": {"version": version, "size": size, "url": url, "signMethod": sign_method, "sign": sign},
        }
    )
    kit.connect_async()
    if not ready.wait(10):
        raise TimeoutError("not connected")
    return {}


def register(productKey, productSecret, deviceName, host, port, ca, **_rest):
    kit = linkkit.LinkKit(
        host_name=host,
        product_key=productKey,
        device_name=deviceName,
        device_secret="",
        product_secret=productSecret,
        auth_type="register",
    )
    with open(ca, encoding="ascii") as file:
        certificate = file.read()
    kit.config_mqtt(port=port, secure="TLS", endpoint=host, cadata=certificate)
    kit.on_device_dynamic_register = lambda code, value, _user: REPLIES.put("register", 0, (code, value))
    kit.connect_async()
    code, secret = REPLIES.wait("register", 0, 15)
    return {"code": 200 if code == 0 else code, "secret": secret}


def listen(services, syncServices):
    # It answers a set by itself; the appliance reports what it has then.
    KIT.on_thing_prop_changed = lambda params, _user: KIT.thing_post_property(params)
    KIT.on_thing_call_service = lambda identifier, request_id, _params, _user: KIT.thing_answer_service(
        identifier, request_id, 200, {}
    )
    return {"by": "sdk"}


def shadow_update(reported):
    KIT.thing_update_shadow(reported, int(time.time() * 1000))
    return {}


def shadow_get():
    KIT.thing_get_shadow()
    return {}


def download(url, path, signMethod, sign):
    code = KIT.download_ota_firmware(url, path, signMethod, sign)
    return {"code": getattr(code, "value", code), "name": getattr(code, "name", str(code))}


def ota_version(version):
    KIT.ota_report_version(None, version)
    return {}


def ota_query():
    KIT.query_ota_firmware()
    return {}


def publish(topic, payload):
    code, _mid = KIT.publish_topic(topic, payload, 1)
    if code != 0:
        raise RuntimeError("publish_topic returns %r" % code)
    return {}


def subscribe(topic):
    code, _mid = KIT.subscribe_topic(topic, 1)
    # 1: it has this subscription already.
    if code not in (0, 1):
        raise RuntimeError("subscribe_topic returns %r" % code)
    time.sleep(0.3)
    return {}


def listed(triple):
    return [triple["productKey"], triple["deviceName"], triple["deviceSecret"]]


VERBS = {
    "connect": connect,
    "register": register,
    "listen": listen,
    "answers": lambda: {"by": "sdk"},
    "post": lambda params: asked("post", KIT.thing_post_property(params)),
    "event": lambda identifier, value: asked("event", KIT.thing_trigger_event((identifier, value))),
    "shadowUpdate": shadow_update,
    "shadowGet": shadow_get,
    "tag": lambda key, value: asked("tag", KIT.thing_update_tags({key: value})),
    "untag": lambda key: asked("untag", KIT.thing_remove_tags([key])),
    "topoAdd": lambda triple: asked("topoAdd", KIT.gateway_add_subdev_topo([listed(triple)])),
    "subRegister": lambda productKey, deviceName, productSecret: asked(
        "subRegister", KIT.gateway_product_register_subdev([[productKey, deviceName, productSecret]])
    ),
    "subLogin": lambda triple, names: asked("subLogin", KIT.gateway_login_subdev([listed(triple)])),
    "subLogout": lambda names: asked(
        "subLogout", KIT.gateway_logout_subdev([[names["productKey"], names["deviceName"]]])
    ),
    "otaVersion": ota_version,
    "otaQuery": ota_query,
    "download": download,
    "publish": publish,
    "subscribe": subscribe,
}


def serve(line):
    request = json.loads(line)
    request_id, verb = request.pop("id"), request.pop("do")
    if verb not in VERBS:
        tell({"id": request_id, "none": True})
        return
    try:
        tell({"id": request_id, "ok": VERBS[verb](**request)})
    except Exception as error:  # told to who asked
        tell({"id": request_id, "error": "%s: %s" % (type(error).__name__, error)})


for asked_line in sys.stdin:
    threading.Thread(target=serve, args=(asked_line,), daemon=True).start()
# Its threads never end by themselves.
import os  # noqa: E402

os._exit(0)
