// Writes the cells of a JSON file as a workbook: Apache POI.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.FileOutputStream;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

public class WritePoi {
  public static void main(String[] args) throws Exception {
    JsonNode rows = new ObjectMapper().readTree(new File(args[0]));
    try (XSSFWorkbook book = new XSSFWorkbook(); FileOutputStream out = new FileOutputStream(args[1])) {
      XSSFSheet sheet = book.createSheet("Sheet1");
      for (int at = 0; at < rows.size(); at += 1) {
        Row row = sheet.createRow(at);
        for (int column = 0; column < rows.get(at).size(); column += 1) {
          JsonNode given = rows.get(at).get(column);
          String kind = given.get("kind").asText();
          if (kind.equals("blank")) continue;
          Cell cell = row.createCell(column);
          if (kind.equals("text")) cell.setCellValue(given.get("text").asText());
          else if (kind.equals("error")) cell.setCellErrorValue(FormulaError.NA.getCode());
          else {
            boolean isTime = kind.equals("time");
            CellStyle style = book.createCellStyle();
            String format = isTime ? "yyyy-mm-dd hh:mm:ss" : given.get("format").asText();
            style.setDataFormat(book.createDataFormat().getFormat(format));
            cell.setCellStyle(style);
            cell.setCellValue(given.get(isTime ? "days" : "number").asDouble());
          }
        }
      }
      book.write(out);
    }
  }
}
