# Writes the cells of a JSON file as a workbook: openpyxl.
import json
import sys

import openpyxl

rows = json.load(open(sys.argv[1], encoding="utf-8"))
book = openpyxl.Workbook()
sheet = book.active
for at, row in enumerate(rows, 1):
    for column, given in enumerate(row, 1):
        if given["kind"] == "blank":
            continue
        cell = sheet.cell(row=at, column=column)
        if given["kind"] == "text":
            cell.value = given["text"]
            cell.data_type = "s"
        elif given["kind"] == "number":
            cell.value = given["number"]
            cell.number_format = given["format"]
        elif given["kind"] == "time":
            cell.value = given["days"]
            cell.number_format = "yyyy-mm-dd hh:mm:ss"
        else:
            cell.value = given["error"]
            cell.data_type = "e"
book.save(sys.argv[2])
