#!/usr/bin/env bash
# A number cell with the format 00000000, as serial numbers have, and one of sixteen digits: the "text" of a cell is another one in each
# reader, and within one library. SheetJS 0.18.5 writes CSV with the zeros and with the long number shortened to an exponent, so that nine
# of its digits are gone, while its rows as objects have neither; exceljs 4.4.0 calls the number without its zeros `text`.
# Whoever converts a sheet to CSV before importing it imports another serial number than whoever reads the sheet.
#
# Output seen:
#   SheetJS sheet_to_csv:  00000042 1.23457E+15
#   SheetJS sheet_to_json: 42 1234567890123456
#   exceljs cell.text:     42 1234567890123456
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 exceljs@4.4.0
cat > try.mjs << 'JS'
import ExcelJS from 'exceljs'
import XLSX from 'xlsx'

const made = new ExcelJS.Workbook()
const sheet = made.addWorksheet('devices')
sheet.addRow(['SN'])
sheet.addRow([42]).getCell(1).numFmt = '00000000'
sheet.addRow([1234567890123456])
const bytes = Buffer.from(await made.xlsx.writeBuffer())

const read = XLSX.read(bytes).Sheets.devices
console.log('SheetJS sheet_to_csv: ', ...XLSX.utils.sheet_to_csv(read).trim().split('\n').slice(1))
console.log('SheetJS sheet_to_json:', ...XLSX.utils.sheet_to_json(read).map(({ SN }) => SN))
const again = new ExcelJS.Workbook()
await again.xlsx.load(bytes)
console.log('exceljs cell.text:    ', ...['A2', 'A3'].map((place) => again.worksheets[0].getCell(place).text))
JS
node try.mjs | tee seen
diff seen - << 'EXPECTED'
SheetJS sheet_to_csv:  00000042 1.23457E+15
SheetJS sheet_to_json: 42 1234567890123456
exceljs cell.text:     42 1234567890123456
EXPECTED
