import { execFileSync } from 'node:child_process'

/** What the files of a folder take of the disk: some are made long and left empty. */
export const folderBytes = (folder: string): number =>
  Number(execFileSync('du', ['-sB1', folder], { encoding: 'utf8' }).split('\t')[0])
