# Writes the cells of a JSON file as a workbook: XlsxWriter, which polars and pandas write with.
import json
import sys

import xlsxwriter

rows = json.load(open(sys.argv[1], encoding="utf-8"))
book = xlsxwriter.Workbook(sys.argv[2], {"strings_to_numbers": False, "strings_to_formulas": False})
sheet = book.add_worksheet()
for at, row in enumerate(rows):
    for column, given in enumerate(row):
        if given["kind"] == "blank":
            continue
        if given["kind"] == "text":
            sheet.write_string(at, column, given["text"])
        elif given["kind"] == "number":
            sheet.write_number(at, column, given["number"], book.add_format({"num_format": given["format"]}))
        elif given["kind"] == "time":
            sheet.write_number(at, column, given["days"], book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}))
        else:
            # It knows errors as what a formula came to.
            sheet.write_formula(at, column, "=NA()", None, given["error"])
book.close()
