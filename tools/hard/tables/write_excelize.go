// Writes the cells of a JSON file as a workbook: excelize.
package main

import (
	"encoding/json"
	"os"

	"github.com/xuri/excelize/v2"
)

type cell struct {
	Kind, Text, Format, Error string
	Number, Days              float64
}

func main() {
	bytes, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var rows [][]cell
	if err := json.Unmarshal(bytes, &rows); err != nil {
		panic(err)
	}
	book := excelize.NewFile()
	for at, row := range rows {
		for column, given := range row {
			name, _ := excelize.CoordinatesToCellName(column+1, at+1)
			styled := func(value float64, format string) {
				style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &format})
				if err != nil {
					panic(err)
				}
				book.SetCellValue("Sheet1", name, value)
				book.SetCellStyle("Sheet1", name, name, style)
			}
			switch given.Kind {
			case "text":
				book.SetCellStr("Sheet1", name, given.Text)
			case "number":
				styled(given.Number, given.Format)
			case "time":
				styled(given.Days, "yyyy-mm-dd hh:mm:ss")
			case "error":
				// It has no error cells of its own: a formula without a kept value is none either, so the text stands there.
				book.SetCellStr("Sheet1", name, given.Error)
			}
		}
	}
	if err := book.SaveAs(os.Args[2]); err != nil {
		panic(err)
	}
}
