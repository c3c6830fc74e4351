import { useWords } from '../../platform/locale.ts'
import css from './editor.module.css'
import { editorText } from './editor.text.ts'

/** Behind the title of what a recipe must have. */
export function RequiredMark() {
  const w = useWords(editorText)
  return (
    <span className={css.required} aria-hidden="true" title={w.required}>
      *
    </span>
  )
}
