import { recipeLanguageApi, textFileLimits, type TextsImported } from '@brigade/contract/recipe/language.endpoints.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { tableFormats } from '@brigade/contract/job/job.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnounceJob } from '../../job/job-link.tsx'
import { CallError } from '../../platform/call-error.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { makeStale } from '../../platform/query.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import { uiText } from '../../ui/ui.text.ts'
import css from '../recipe.module.css'
import { languageText } from './language.text.ts'

type State = Readonly<{ file: File | null; read: TextsImported | null; refused: CallError | null; isBusy: boolean }>
const atStart: State = { file: null, read: null, refused: null, isBusy: false }

/** Translations from a table: each text that would change, and each cell that cannot be taken with its reason; then a job. */
export function ImportTexts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(languageText)
  const u = useWords(uiText)
  const locale = useLocale()
  const client = useQueryClient()
  const announce = useAnnounceJob()
  const [state, setState] = useState(atStart)
  const close = (): void => {
    setState(atStart)
    onClose()
  }
  const send = async (file: File, dryRun: boolean): Promise<void> => {
    setState({ ...atStart, file, read: dryRun ? null : state.read, isBusy: true })
    try {
      const read = await upload(recipeLanguageApi.importTexts, file, { dryRun }, { quiet: true })
      if (dryRun) return setState({ ...atStart, file, read })
      if (read.jobId !== null) announce(read.jobId)
      await makeStale(client, recipeLanguageApi.importTexts)
      close()
    } catch (error) {
      setState({ ...atStart, refused: error instanceof CallError ? error : null })
    }
  }
  const { file, read, refused, isBusy } = state
  return (
    <Dialog title={w.importTable} isOpen={isOpen} onClose={close} width={760}>
      {read === null ? (
        <div className={css.stack}>
          <p>{w.importIntro}</p>
          {isBusy ? (
            <p role="status">{w.reading}</p>
          ) : (
            <FileDrop
              endings={tableFormats.map((format) => `.${format}`)}
              maxBytes={textFileLimits.maxBytes}
              hint={w.importLimit}
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
            <Button
              look="primary"
              busy={isBusy}
              disabledReason={read.changed === 0 ? w.nothing : undefined}
              onClick={() => void send(file, false)}
            >
              {w.apply}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function Read({ read }: { read: TextsImported }) {
  const w = useWords(languageText)
  const locale = useLocale()
  return (
    <div className={css.stack}>
      <p role="status">{read.changed === 0 ? w.nothing : w.changes({ n: formatNumber(read.changed) })}</p>
      {read.changes.length === 0 ? null : (
        <PlainTable
          label={w.changes({ n: formatNumber(read.changed) })}
          maxHeight={260}
          rows={read.changes}
          rowKey={({ row, language }) => `${row} ${language}`}
          columns={[
            { key: 'row', title: w.row, width: 56, align: 'end', cell: ({ row }) => row },
            { key: 'key', title: w.key, width: 180, cell: ({ key }) => <span className="mono">{key}</span> },
            {
              key: 'language',
              title: w.language,
              width: 84,
              cell: ({ language }) => recipeLanguageWords[language][locale],
            },
            { key: 'before', title: w.before, cell: ({ before }) => before },
            { key: 'after', title: w.after, cell: ({ after }) => after },
          ]}
        />
      )}
      {read.refused.length === 0 ? null : (
        <>
          <p role="alert">{w.refused({ n: formatNumber(read.refused.length) })}</p>
          <PlainTable
            label={w.refused({ n: formatNumber(read.refused.length) })}
            maxHeight={200}
            rows={read.refused}
            rowKey={({ row, column }) => `${row} ${column}`}
            columns={[
              { key: 'row', title: w.row, width: 56, align: 'end', cell: ({ row }) => row },
              { key: 'column', title: w.column, width: 120, cell: ({ column }) => column },
              { key: 'why', title: w.why, cell: ({ why }) => why },
            ]}
          />
        </>
      )}
    </div>
  )
}
