import type { LogRow } from '@brigade/contract/system/log/log.model.ts'

export const operationText = (
  row: Pick<LogRow, 'origin' | 'summary' | 'module' | 'operation'>,
  noCall: string,
): string => (row.origin === 'outside' ? noCall : row.summary === '' ? `${row.module}.${row.operation}` : row.summary)
