import { Suspense, lazy, startTransition, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { preload } from '../../platform/chunk-reload.ts'
import { isSameQuery, savedQueryOf, useSavedFilters } from '../../platform/habits/saved-filters.ts'
import { Button } from '../button/button.tsx'
import { Row } from '../layout/layout.tsx'
import { PopPanel } from '../menu/pop-panel.tsx'
import { uiText } from '../ui.text.ts'
import css from './saved-filters.module.css'

const loadPanel = () => import('./saved-filters-panel.tsx')
const SavedFiltersPanel = lazy(() => loadPanel().then((module) => ({ default: module.SavedFiltersPanel })))

/** The person's named filters of a list. The button shows which one is applied. */
export function SavedFilters({ list, search }: { list: string; search: object }) {
  const w = useWords(uiText)
  const [isOpen, setOpen] = useState(false)
  const saved = useSavedFilters(list)
  const query = savedQueryOf(search)
  const active = saved.filters?.find((filter) => isSameQuery(filter.query, query))
  // The transition waits until the panel's code is loaded, and the focus is inside it then.
  const turn = (next: boolean): void => startTransition(() => setOpen(next))
  const target = (
    <Button
      look="quiet"
      icon="bookmark"
      aria-label={active === undefined ? undefined : w.savedFilterOn({ name: active.name })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => turn(!isOpen)}
    >
      {active?.name ?? w.savedFilters}
    </Button>
  )
  return (
    <Row.span
      inline
      shrink
      className={`${css.target} ${active === undefined ? '' : css.on}`}
      onPointerEnter={() => preload(loadPanel)}
    >
      <Suspense fallback={target}>
        <PopPanel
          label={w.savedFilters}
          target={target}
          isOpen={isOpen}
          onOpenChange={turn}
          position="bottom-start"
          flush
        >
          {isOpen ? (
            <SavedFiltersPanel saved={saved} query={query} active={active} onClose={() => setOpen(false)} />
          ) : null}
        </PopPanel>
      </Suspense>
    </Row.span>
  )
}
