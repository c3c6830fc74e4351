#!/usr/bin/env bash
# A unit that is not there, asked of three Modbus TCP servers that serve unit 1 alone: pymodbus 3.16.1 answers exception 4 (failure of the
# device), umodbus 1.0.4 exception 2 (the address is not there), modbus-serial 8.0.23 nothing at all. None gives exception 10 or 11, which the
# protocol has for a gateway that does not reach its unit. A master cannot tell a unit that is missing from one whose register is, or that
# is broken: the same answer 2 means "look for another register" of one server and "nobody is there" of the other.
#
# Output seen:
#   pymodbus: unit 1 has 0007, its register 5000 exception 2; unit 9 exception 4
#   umodbus: unit 1 has 0007, its register 5000 exception 2; unit 9 exception 2
#   modbus-serial: unit 1 has 0007, its register 5000 exception 2; unit 9 silence for 2 s
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check pymodbus==3.16.1 umodbus==1.0.4
npm init -y > /dev/null
npm install --silent --no-audit --no-fund modbus-serial@8.0.23
cat > pymodbus_server.py << 'PY'
import asyncio
import sys

from pymodbus.server import StartAsyncTcpServer
from pymodbus.simulator import DataType, SimData, SimDevice

unit = SimDevice(id=1, simdata=[SimData(address=0, count=10, values=7, datatype=DataType.REGISTERS)])
asyncio.run(StartAsyncTcpServer(unit, address=("127.0.0.1", int(sys.argv[1]))))
PY
cat > umodbus_server.py << 'PY'
import sys
from socketserver import TCPServer

from umodbus.server.tcp import RequestHandler, get_server

app = get_server(TCPServer, ("127.0.0.1", int(sys.argv[1])), RequestHandler)


@app.route(slave_ids=[1], function_codes=[3], addresses=list(range(10)))
def read(slave_id, function_code, address):
    return 7


app.serve_forever()
PY
cat > serial_server.mjs << 'JS'
import { ServerTCP } from 'modbus-serial'

const getHoldingRegister = (address) => {
  if (address >= 10) throw { modbusErrorCode: 2 }
  return 7
}
new ServerTCP({ getHoldingRegister }, { host: '127.0.0.1', port: Number(process.argv[2]), unitID: 1 })
JS
cat > ask.py << 'PY'
import socket
import struct
import sys
import time


def connect(port):
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError(port)


def ask(port, unit, register):
    with connect(port) as link:
        link.settimeout(2)
        link.sendall(struct.pack(">HHHBBHH", 7, 0, 6, unit, 3, register, 1))
        try:
            answer = link.recv(260)
        except TimeoutError:
            return "silence for 2 s"
    return f"exception {answer[8]}" if answer[7] & 0x80 else answer[9:].hex()


name, port = sys.argv[1], int(sys.argv[2])
print(f"{name}: unit 1 has {ask(port, 1, 0)}, its register 5000 {ask(port, 1, 5000)}; unit 9 {ask(port, 9, 0)}")
PY
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
first=$(free_port) second=$(free_port) third=$(free_port)
env/bin/python pymodbus_server.py "$first" > /dev/null 2>&1 &
env/bin/python umodbus_server.py "$second" > /dev/null 2>&1 &
node serial_server.mjs "$third" > /dev/null 2>&1 &
{
  python3 ask.py pymodbus "$first"
  python3 ask.py umodbus "$second"
  python3 ask.py modbus-serial "$third"
} | tee seen
diff seen - << 'EXPECTED'
pymodbus: unit 1 has 0007, its register 5000 exception 2; unit 9 exception 4
umodbus: unit 1 has 0007, its register 5000 exception 2; unit 9 exception 2
modbus-serial: unit 1 has 0007, its register 5000 exception 2; unit 9 silence for 2 s
EXPECTED
