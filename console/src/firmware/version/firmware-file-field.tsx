import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { firmwareFileEndings, firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { formatShare } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import { formatBytes } from '../bytes.ts'
import { Digest } from '../file-facts.tsx'
import css from '../firmware.module.css'
import { useDelivery } from './delivery-note.tsx'
import { versionFormText, versionText } from './version.text.ts'

/** A file that is stored, as the server read it. */
export type StoredFile = { id: string } & NonNullable<ReplyOf<typeof fileApi.upload>['file']>

type Props = {
  file: StoredFile | null
  onChange: (file: StoredFile | null) => void
  onBusy: (isBusy: boolean) => void
  error: string | undefined
}
type Sending = { name: string; share: number }

/** The firmware file: sent with progress, then shown with its size and both digests, as the server computed them. */
export function FirmwareFileField({ file, onChange, onBusy, error }: Props) {
  const w = useWords(versionFormText)
  const locale = useLocale()
  const delivery = useDelivery()
  const [sending, setSending] = useState<Sending | null>(null)
  const [refused, setRefused] = useState<CallError | null>(null)
  const stop = useRef<AbortController>(null)
  // Nobody waits for it once the form is closed.
  useEffect(() => () => stop.current?.abort(), [])
  const send = async (chosen: File): Promise<void> => {
    const { signal } = (stop.current = new AbortController())
    setRefused(null)
    setSending({ name: chosen.name, share: 0 })
    onBusy(true)
    try {
      const reply = await upload(
        fileApi.upload,
        chosen,
        { kind: 'firmware' },
        {
          quiet: true,
          signal,
          onProgress: (share) => setSending({ name: chosen.name, share }),
        },
      )
      if (reply.file !== undefined) onChange({ id: reply.id, ...reply.file })
    } catch (failure) {
      if (failure instanceof CallError) setRefused(failure)
    } finally {
      setSending(null)
      onBusy(false)
    }
  }
  const megabytes = delivery?.maxMb ?? firmwareLimits.mostMb
  const endings = firmwareFileEndings.map((ending) => `.${ending}`)
  return (
    <div role="group" aria-label={w.file}>
      <span className={css.label}>
        {w.file}
        <span className={css.bad} aria-hidden="true">
          *
        </span>
      </span>
      {sending !== null ? <Progress {...sending} onStop={() => stop.current?.abort()} /> : null}
      {sending === null && file !== null ? <Stored file={file} onAnother={() => onChange(null)} /> : null}
      {sending === null && file === null ? (
        <div className={css.under}>
          <FileDrop
            endings={endings}
            maxBytes={megabytes * 1_048_576}
            hint={w.fileHint({ endings: endings.join(' '), mb: megabytes })}
            refused={refused?.messageIn(locale) ?? null}
            onFile={(chosen) => void send(chosen)}
          />
          {error === undefined ? null : (
            <p className={css.wrong} role="alert">
              {error}
            </p>
          )}
        </div>
      ) : null}
    </div>
  )
}

function Progress({ name, share, onStop }: Sending & { onStop: () => void }) {
  const w = useWords(versionFormText)
  const percent = Math.round(share * 100)
  return (
    <div className={css.file}>
      <div>
        <b>{name}</b>
        <Button size="small" onClick={onStop}>
          {w.stop}
        </Button>
      </div>
      <div>
        <div
          className={css.track}
          role="progressbar"
          aria-label={w.sending}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
        <small>{percent < 100 ? formatShare(share, 1) : w.digesting}</small>
      </div>
    </div>
  )
}

function Stored({ file, onAnother }: { file: StoredFile; onAnother: () => void }) {
  const w = useWords(versionFormText)
  const v = useWords(versionText)
  return (
    <div className={css.file} role="status">
      <div>
        <b>{file.name}</b>
        <Button size="small" onClick={onAnother}>
          {w.another}
        </Button>
      </div>
      <dl>
        <dt>{v.size}</dt>
        <dd>{formatBytes(file.bytes)}</dd>
        <dt>{v.md5}</dt>
        <dd>
          <Digest value={file.md5} of="md5" />
        </dd>
        <dt>{v.sha}</dt>
        <dd>
          <Digest value={file.sha256} of="sha" />
        </dd>
      </dl>
    </div>
  )
}
