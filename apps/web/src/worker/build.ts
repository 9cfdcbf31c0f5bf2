/** Input of the worker from the build: this version's files, each with the app's folder in front (`/web/…`). */
export interface AppBuild {
  /** Changes with any file. */
  readonly version: string;
  /** The page itself: the only file whose name stays the same. */
  readonly page: string;
  /** Files of the first screen: stored before the worker becomes active. */
  readonly shell: readonly string[];
  /** Every part by its source file, so that the next version finds it under its new name. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

/** Where the texts of a language lie among the sources. */
const TEXTS = /^src\/i18n\/(\w+)\//;

/** Every file of the app but the texts of other languages. */
export function filesFor(build: AppBuild, language: string): string[] {
  const sources = Object.keys(build.parts).filter(source => {
    const texts = TEXTS.exec(source)?.[1];
    return texts === undefined || texts === language;
  });
  return filesOf(build, sources);
}

function filesOf(build: AppBuild, sources: readonly string[]): string[] {
  return [...new Set(sources.flatMap(source => build.parts[source] ?? []))];
}

/** The files that replace those an earlier version had stored. */
export function successorsOf(build: AppBuild, earlier: AppBuild['parts'], kept: readonly string[]): string[] {
  const had = new Set(kept);
  const sources = Object.entries(earlier).filter(([, files]) => files.some(file => had.has(file)));
  return filesOf(
    build,
    sources.map(([source]) => source),
  );
}
