import type { TaskAct } from '@brigade/contract/firmware/task.rules.ts'
import { taskActWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useCallback } from 'react'
import { useLocale } from '../../platform/locale.ts'

/** The verb of an act on a task. */
export function useActWords(): (act: TaskAct) => string {
  const locale = useLocale()
  return useCallback((act) => taskActWords[act][locale], [locale])
}
