import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { textFileLimits, type TextsImported } from '@brigade/contract/recipe/language.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { tableFormats } from '@brigade/contract/job/job.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAnnounceJob } from '../../job/job-link.tsx'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { makeStale } from '../../platform/query.ts'
import { upload } from '../../platform/upload.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { ImportDialog } from '../import-dialog.tsx'
import { languageText } from './language.text.ts'

/**
 * Imports translations from a table: lists each text that would change and each refused cell with its reason, then
 * starts a job.
 */
export function ImportTexts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(languageText)
  const client = useQueryClient()
  const announce = useAnnounceJob()
  return (
    <ImportDialog<TextsImported>
      title={w.importTable}
      width={760}
      isOpen={isOpen}
      onClose={onClose}
      intro={w.importIntro}
      reading={w.reading}
      limit={w.importLimit}
      maxBytes={textFileLimits.maxBytes}
      endings={tableFormats.map((format) => `.${format}`)}
      apply={w.apply}
      disabledReason={(read) => (read.changed === 0 ? w.nothing : undefined)}
      send={(file, options) => upload(recipeLanguageApi.importTexts, file, options, { quiet: true })}
      onApplied={async ({ jobId }) => {
        if (jobId !== null) announce(jobId)
        await makeStale(client, recipeLanguageApi.importTexts)
      }}
    >
      {(read) => <Read read={read} />}
    </ImportDialog>
  )
}

function Read({ read }: { read: TextsImported }) {
  const w = useWords(languageText)
  const locale = useLocale()
  return (
    <>
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
    </>
  )
}
