"""OpenStack Swift with its S3 door, whole in one process, for tests of files in object storage.

Prints its port as JSON when it serves. Ends, and takes its folder with it, when its input is closed.
"""
import json
import os
import shutil
import sys
import tempfile

from swift.common import utils

utils.eventlet_monkey_patch()

import eventlet  # noqa: E402
import eventlet.tpool  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

access_key, secret_key = sys.argv[1:3]
account, user = access_key.split(':')
folder = tempfile.mkdtemp(prefix='brigade-swift-')
os.makedirs(os.path.join(folder, 'devices', 'disk'))


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


utils.SWIFT_CONF_FILE = write('swift.conf', """
[swift-hash]
swift_hash_path_prefix = brigade
swift_hash_path_suffix = test
[storage-policy:0]
name = only
default = yes
""")
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b'brigade', b'test'
reload_storage_policies()


class NoCache:
    """In the place of memcached, which Swift asks for and can do without."""

    def get(self, *_args, **_kwargs):
        return None

    def set(self, *_args, **_kwargs):
        return None

    delete = set


def without_cache(app):
    def call(environ, start_response):
        environ['swift.cache'] = NoCache()
        return app(environ, start_response)
    return call


def serve(socket, app):
    eventlet.spawn(eventlet.wsgi.server, socket, app, utils.NullLogger(),
                   protocol=SwiftHttpProtocol, capitalize_response_headers=False)


kinds = ('object', 'container', 'account')
sockets = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in kinds}
for kind, socket in sockets.items():
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': socket.getsockname()[1],
                     'device': 'disk', 'weight': 1.0, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
for kind, socket in sockets.items():
    serve(socket, loadapp(write(kind + '.conf', """
[DEFAULT]
swift_dir = %s
devices = %s/devices
mount_check = false
disable_fallocate = true
[app:main]
use = egg:swift#%s
""" % (folder, folder, kind))))

front = eventlet.listen(('127.0.0.1', 0))
serve(front, without_cache(loadapp(write('proxy.conf', """
[DEFAULT]
swift_dir = %s
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_%s_%s = %s .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
""" % (folder, account, user, secret_key)))))

print(json.dumps({'port': front.getsockname()[1]}), flush=True)
eventlet.tpool.execute(sys.stdin.read)
shutil.rmtree(folder, ignore_errors=True)
os._exit(0)
