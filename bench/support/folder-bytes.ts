import { execFileSync } from 'node:child_process'

/**
 * The space that the files of a folder take on the disk, which differs from their lengths: some files are allocated
 * before they are filled.
 */
export const folderBytes = (folder: string): number =>
  Number(execFileSync('du', ['-sB1', folder], { encoding: 'utf8' }).split('\t')[0])
