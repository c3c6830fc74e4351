import { texts } from '../text.ts'

export const jobText = texts('job', {
  'customer.export': { en: 'Export customers', zh: '导出客户' },
  'customer.check-import': { en: 'Check a customer import', zh: '校验客户导入文件' },
  'customer.import': { en: 'Import customers', zh: '导入客户' },
  'product.export-languages': { en: 'Export product words', zh: '导出产品词条' },
  'product.check-languages': { en: 'Check a file of product words', zh: '校验产品词条导入文件' },
  'product.import-languages': { en: 'Import product words', zh: '导入产品词条' },
  reason: { en: 'Reason', zh: '原因' },
  refusedRows: { en: 'refused rows', zh: '未通过的行' },
  unknown: { en: 'There is no such job', zh: '任务不存在', status: 404 },
  ended: { en: 'This job has already ended', zh: '任务已结束', status: 409 },
  notEnded: { en: 'This job has not ended yet', zh: '任务尚未结束', status: 409 },
  noFile: { en: 'The file is no longer there', zh: '文件已不存在', status: 404 },
  tooMany: {
    en: (p: { max: number }) => `You have ${p.max} jobs waiting already`,
    zh: (p: { max: number }) => `您已有 ${p.max} 个任务在排队`,
    status: 429,
  },
  stopped: { en: 'It was interrupted too often and given up', zh: '任务多次中断，已停止' },
  notAllowed: { en: 'The account may no longer do this', zh: '账号已无此操作权限' },
  notTable: {
    en: 'This is no xlsx or CSV file that can be read',
    zh: '无法读取该文件，请使用 xlsx 或 CSV 格式',
    status: 422,
  },
  noRows: { en: 'There is nothing in this table', zh: '表格中没有数据', status: 422 },
  tooManyRows: {
    en: (p: { max: number }) => `A table may have at most ${p.max} rows`,
    zh: (p: { max: number }) => `表格最多 ${p.max} 行`,
    status: 422,
  },
  tooManyColumns: {
    en: (p: { max: number }) => `A table may have at most ${p.max} columns`,
    zh: (p: { max: number }) => `表格最多 ${p.max} 列`,
    status: 422,
  },
  cellTooLong: {
    en: (p: { row: number; max: number }) => `Row ${p.row}: a cell may have at most ${p.max} characters`,
    zh: (p: { row: number; max: number }) => `第 ${p.row} 行：单元格最多 ${p.max} 个字符`,
    status: 422,
  },
  unfoldsTooFar: {
    en: 'This file unfolds to more than a table of this size can be',
    zh: '文件解压后过大，已拒绝',
    status: 422,
  },
  unknownColumns: {
    en: (p: { columns: string }) => `Nothing is known here of these columns: ${p.columns}`,
    zh: (p: { columns: string }) => `无法识别以下列：${p.columns}`,
    status: 422,
  },
  missingColumns: {
    en: (p: { columns: string }) => `These columns are missing: ${p.columns}`,
    zh: (p: { columns: string }) => `缺少以下列：${p.columns}`,
    status: 422,
  },
  repeatedColumns: {
    en: (p: { columns: string }) => `These columns are there more than once: ${p.columns}`,
    zh: (p: { columns: string }) => `以下列重复：${p.columns}`,
    status: 422,
  },
  noRoom: { en: 'The server has no room left. Try again later', zh: '服务器空间不足，请稍后再试', status: 503 },
  broken: { en: 'It failed for a reason of ours; nothing more was done', zh: '系统出错，任务已终止' },
})
