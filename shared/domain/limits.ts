export const pageSizes = [10, 20, 50, 100] as const
export const defaultPageSize = 10
export const maxPageSize = 100
export const maxPage = 10_000_000
/** Directories are returned whole (§9: size 500). */
export const maxDirectorySize = 5_000
export const suggestionCount = 20
/** Typed characters that trigger a search (§5, §9). */
export const searchMinimum = 2
/** Maximum length of a chip without labels (§5). */
export const chipTextLimit = 100
export const sessionDays = 7
export const minPasswordLength = 10
export const maxPasswordLength = 128
export const maxNoteText = 2_000
export const maxFilterText = 200
export const maxWordsText = 1_000
export const maxListValues = 1_000
/** PostgreSQL's largest `integer`. */
export const maxId = 2_147_483_647
export const maxPresets = 200
export const maxPresetTitle = 100
export const maxPresetDescription = 500
export const maxCategoryTitle = 60
export const maxReadableText = 2_000
/** Equal filters share one link. */
export const maxSavedLinks = 5_000
export const maxFacetValues = 5_000
/** Maximum of picked cases: «выбрать все найденные». */
export const maxPicked = 10_000
export const maxExportRows = 100_000_000
export const maxPersonCases = 500
/** Up to this many cases by a direct link, more by the bot (§9). Default of `EXPORT_DIRECT_LIMIT`. */
export const exportDirectLimit = 250
export const maxSheetRows = 1_048_575
export const exportKeptDays = 7
export const maxKeptExports = 20
export const maxWaitingExports = 5

export const maxTagRows = 10_000
export const maxTagText = 100
export const maxTagFile = 5_000_000
