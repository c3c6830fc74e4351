import { recipeFileLimits, type RecipesImported } from '@brigade/contract/recipe/recipe-file.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { makeStale } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import { uiText } from '../../ui/ui.text.ts'
import css from '../recipe.module.css'
import { listText } from './list.text.ts'

type State = Readonly<{ file: File | null; read: RecipesImported | null; refused: CallError | null; isBusy: boolean }>
const atStart: State = { file: null, read: null, refused: null, isBusy: false }

/** Recipes from a file of ours: what it would do first, then that. */
export function ImportRecipes({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(listText)
  const u = useWords(uiText)
  const locale = useLocale()
  const client = useQueryClient()
  const [state, setState] = useState(atStart)
  const close = (): void => {
    setState(atStart)
    onClose()
  }
  const send = async (file: File, dryRun: boolean): Promise<void> => {
    setState({ ...atStart, file, read: dryRun ? null : state.read, isBusy: true })
    try {
      const read = await upload(recipeApi.import, file, { dryRun }, { quiet: true })
      if (dryRun) return setState({ ...atStart, file, read })
      await makeStale(client, recipeApi.import)
      toastDone(w.importDone)
      close()
    } catch (error) {
      setState({ ...atStart, refused: error instanceof CallError ? error : null })
    }
  }
  const { file, read, refused, isBusy } = state
  return (
    <Dialog title={w.importTitle} isOpen={isOpen} onClose={close} width={560}>
      {read === null ? (
        <div className={css.stack}>
          <p>{w.importIntro}</p>
          {isBusy ? (
            <p role="status">{w.importReading}</p>
          ) : (
            <FileDrop
              endings={endings}
              maxBytes={recipeFileLimits.maxBytes}
              hint={w.fileLimit}
              refused={refused?.messageIn(locale) ?? null}
              onFile={(chosen) => void send(chosen, true)}
            />
          )}
        </div>
      ) : (
        <Read read={read} />
      )}
      <DialogFoot>
        <Button onClick={close}>{u.cancel}</Button>
        {read === null || file === null ? null : (
          <>
            <Button onClick={() => setState(atStart)}>{w.another}</Button>
            <Button look="primary" busy={isBusy} onClick={() => void send(file, false)}>
              {w.importDo}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}

const endings = ['.json']

function Read({ read }: { read: RecipesImported }) {
  const w = useWords(listText)
  const { added, updated, unchanged, refused } = read
  return (
    <div className={css.stack}>
      <p>
        {w.importCounts({
          added: formatNumber(added),
          updated: formatNumber(updated),
          unchanged: formatNumber(unchanged),
        })}
      </p>
      {refused.length === 0 ? null : (
        <>
          <RefusedNote message={w.importRefused({ n: formatNumber(refused.length) })} />
          <ul>
            {refused.slice(0, 50).map(({ index, name, why }) => (
              <li key={index}>
                <b>{name}</b> {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
