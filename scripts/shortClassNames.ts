import { globSync } from 'node:fs'

/**
 * Names a class of a CSS module by the position of its file and of the class: `c1a-3`. Names are on the wire twice, in scripts and in
 * styles. `css.modules.generateScopedName` calls the result.
 */
export function shortClassNames(): (name: string, file: string) => string {
  const files = globSync('src/**/*.module.css').sort()
  const names = new Map<string, string[]>()
  return (name, file) => {
    const module = files.findIndex((path) => file.endsWith(path))
    const known = names.get(file) ?? []
    names.set(file, known)
    if (!known.includes(name)) known.push(name)
    return `c${module.toString(36)}-${known.indexOf(name).toString(36)}`
  }
}
