#!/usr/bin/env bash
# openpyxl 3.1.5 rounds to whole milliseconds when it reads, so that a value of the last half millisecond of a day comes back in the next day, and
# a time of day becomes a moment of another type: the last one is written as datetime.time and read as datetime.datetime, on the first day of the
# year 1900. The cell is right; a sheet that another library (XlsxWriter 3.2.9) wrote is read alike.
# Whoever counts readings by the day of a sheet that a program wrote with microseconds counts some on another day, and whoever asks a time
# of day for its date's absence fails.
#
# Output seen:
#   2026-10-25 23:59:59.999400 is read as 2026-10-25 23:59:59.999000
#   2026-10-25 23:59:59.999600 is read as 2026-10-26 00:00:00
#   23:59:59.999400 (time) is read as 23:59:59.999000 (time)
#   23:59:59.999700 (time) is read as 1900-01-01 00:00:00 (datetime)
#   XlsxWriter: 2026-10-25 23:59:59.999600 is read as 2026-10-26 00:00:00
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5 XlsxWriter==3.2.9
cat > try.py << 'PY'
from datetime import datetime, time

import xlsxwriter
from openpyxl import Workbook, load_workbook

late = datetime(2026, 10, 25, 23, 59, 59, 999600)
moments = [datetime(2026, 10, 25, 23, 59, 59, 999400), late]
times = [time(23, 59, 59, 999400), time(23, 59, 59, 999700)]

book = Workbook()
for value in moments + times:
    book.active.append([value])
book.save("openpyxl.xlsx")
read = [row[0] for row in load_workbook("openpyxl.xlsx").active.iter_rows(values_only=True)]
for written, seen in zip(moments, read):
    print(f"{written} is read as {seen}")
for written, seen in zip(times, read[2:]):
    print(f"{written} ({type(written).__name__}) is read as {seen} ({type(seen).__name__})")

other = xlsxwriter.Workbook("xlsxwriter.xlsx")
other.add_worksheet().write_datetime(0, 0, late, other.add_format({"num_format": "yyyy-mm-dd hh:mm:ss.000"}))
other.close()
print(f"XlsxWriter: {late} is read as {load_workbook('xlsxwriter.xlsx').active['A1'].value}")
PY
env/bin/python try.py | tee seen
diff seen - << 'EXPECTED'
2026-10-25 23:59:59.999400 is read as 2026-10-25 23:59:59.999000
2026-10-25 23:59:59.999600 is read as 2026-10-26 00:00:00
23:59:59.999400 (time) is read as 23:59:59.999000 (time)
23:59:59.999700 (time) is read as 1900-01-01 00:00:00 (datetime)
XlsxWriter: 2026-10-25 23:59:59.999600 is read as 2026-10-26 00:00:00
EXPECTED
