import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { n: string }

/** The import of a table, whatever is in it. */
export const importText = words({
  fillIn: { en: 'Fill in the template', zh: '下载模板并填写' },
  fillInHint: {
    en: 'The header says what each column holds. Keep the header and add one row per entry. An empty cell changes nothing; a hyphen (-) erases the value.',
    zh: '表头说明了各列的内容，请保留表头，每行填写一条。空白单元格不改动原值，填“-”则清空该值。',
  },
  xlsxTemplate: { en: 'Excel template', zh: 'Excel 模板' },
  csvTemplate: { en: 'CSV template', zh: 'CSV 模板' },
  chooseTable: { en: 'Choose the filled table', zh: '选择填好的表格' },
  limits: {
    en: (p: { mb: number; rows: string }) =>
      `xlsx or CSV, at most ${p.mb} MB and ${counting(p.rows, 'row')}. It is checked first; nothing changes until you import.`,
    zh: (p: { mb: number; rows: string }) =>
      `支持 xlsx、CSV，不超过 ${p.mb} MB、${p.rows} 行。上传后先校验，确认导入前不会改动任何数据。`,
  },

  sending: { en: 'Sending the file', zh: '正在上传文件' },
  checking: { en: 'Checking the rows', zh: '正在校验' },
  applying: { en: 'Importing the rows', zh: '正在导入' },
  continues: {
    en: 'You can close this window: the import continues and is listed under Jobs at the top.',
    zh: '可以关闭此窗口，任务会在后台继续，可在右上角“后台任务”中查看。',
  },
  stop: word.stop,
  stopping: { en: 'Stopping', zh: '正在停止' },

  checked: { en: 'Checked. Nothing has been changed yet.', zh: '校验完成，数据尚未改动。' },
  imported: { en: 'Imported.', zh: '导入完成。' },
  stopped: { en: 'Stopped. The rows imported until then stay.', zh: '已停止，此前导入的数据会保留。' },
  toAdd: { en: 'To be added', zh: '将新增' },
  toUpdate: { en: 'To be updated', zh: '将更新' },
  toImport: { en: 'To be imported', zh: '将导入' },
  added: { en: 'Added', zh: '已新增' },
  updated: { en: 'Updated', zh: '已更新' },
  importedRows: { en: 'Imported', zh: '已导入' },
  toErase: { en: 'Values to be erased', zh: '将清空的值' },
  erased: { en: 'Values erased', zh: '已清空的值' },
  alike: {
    en: (p: { row: number }) => `SN differs in case alone from another row (first: row ${p.row})`,
    zh: (p: { row: number }) => `SN 与其他行仅大小写不同（首见第 ${p.row} 行）`,
  },
  refused: { en: 'Refused', zh: '未通过' },
  refusedRows: { en: 'Refused rows', zh: '未通过的行' },
  leftOut: {
    en: 'Refused rows are left out. Download them with their reasons, correct them, and import that file later.',
    zh: '未通过的行不会导入。可下载这些行及原因，修改后再次导入该文件。',
  },
  noneLeft: {
    en: 'No row can be imported. Download the rows with their reasons, correct them, and choose that file.',
    zh: '没有可导入的行。可下载这些行及原因，修改后重新选择该文件。',
  },
  emptyTable: { en: 'The table has no rows below its header.', zh: '表头之下没有数据行。' },
  first: { en: (p: Count) => `The first ${counting(p.n, 'reason')}`, zh: (p: Count) => `前 ${p.n} 条原因` },
  row: word.row,
  column: { en: 'Column', zh: '列' },
  reason: word.reason,

  import: {
    en: (p: { n: number; rows: string }) => `Import ${p.rows} ${p.n === 1 ? 'row' : 'rows'}`,
    zh: (p: { n: number; rows: string }) => `导入 ${p.rows} 行`,
  },
  importNow: word.import,
  another: { en: 'Choose another file', zh: '重新选择文件' },
  importAnother: { en: 'Import another file', zh: '继续导入' },
  gone: { en: 'This import is no longer kept. Choose the file again.', zh: '该导入任务已清除，请重新选择文件。' },
  close: word.close,
})
