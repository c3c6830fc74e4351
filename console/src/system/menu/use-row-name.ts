import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { useCallback } from 'react'
import { useLocale } from '../../platform/locale.ts'

/** A row's name in the language on screen. */
export function useRowName(): (row: Pick<MenuNode, 'name' | 'enName'>) => string {
  const locale = useLocale()
  return useCallback(({ name, enName }) => (locale === 'zh' ? name || enName : enName || name), [locale])
}
