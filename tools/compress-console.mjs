// A program of its own: the buffers of the compression would stay in the memory of tools/start.mjs as long as that runs.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller files are sent as they are: the header of an encoding would outweigh the saving. */
const smallestBytes = 512
const compressible = /\.(js|css|html|svg|json|txt)$/

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** The server may read the file at any moment, so it is replaced by one rename. @param {string} path @param {Buffer} bytes */
function replace(path, bytes) {
  writeFileSync(`${path}.new`, bytes)
  renameSync(`${path}.new`, path)
}

/**
 * Writes a brotli and a gzip copy beside each file, which the server sends as they are. Node compresses on several
 * threads. `fast` takes a tenth of the time and gives files that are a sixth larger.
 * @param {string} folder
 * @param {{ fast: boolean }} how
 */
async function compressFiles(folder, { fast }) {
  const quality = fast ? 5 : 11
  await Promise.all(
    filesIn(folder)
      .filter((path) => compressible.test(path))
      .map(async (path) => {
        const bytes = readFileSync(path)
        if (bytes.length < smallestBytes) return
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        replace(`${path}.br`, await brotli(bytes, { params }))
        replace(`${path}.gz`, await zip(bytes, { level: fast ? 4 : 9 }))
      }),
  )
}

// Arguments: the folder and, for full compression, the hash of the build.
const [folder, hash] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')
// With a channel it works in the background, and ends with its parent.
if (process.channel) {
  process.on('disconnect', () => process.exit())
  process.channel.unref()
  setPriority(15)
}
await compressFiles(folder, { fast: hash === undefined })
if (hash !== undefined) writeFileSync(join(folder, '.brigade-compressed'), hash)
