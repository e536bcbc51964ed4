/** Numbers of the product, each named once, used by both sides. */
export const pageSizes = [10, 20, 50, 100] as const
export const defaultPageSize = 10
export const maxPageSize = 100
/** A page number past any list, yet safe to multiply by a page size. */
export const maxPage = 10_000_000
/** Case defence parameters and other directories come in one piece (§9: size 500). */
export const maxDirectorySize = 5_000
export const suggestionCount = 20
/** Searches start at this many typed characters (§5, §9). */
export const searchMinimum = 2
/** A chip's text is cut at this many characters when it has no labels (§5). */
export const chipTextLimit = 100
export const sessionDays = 7
export const shortestPassword = 10
/** Longer ones cost more to check than they are worth. */
export const longestPassword = 128
/** Folders of favourites of one account. */
export const maxFolders = 100
export const maxFolderTitle = 80
/** A note is a remark, not a document: two pages at most, and it comes with every row of a list. */
export const maxNoteText = 2_000
export const maxFilterText = 200
export const maxWordsText = 1_000
export const maxListValues = 1_000
/** The largest number PostgreSQL's `integer` holds: no id is larger. */
export const maxId = 2_147_483_647
/** Presets of one account: more than a person can find their way in. */
export const maxPresets = 200
export const maxPresetTitle = 100
export const maxPresetDescription = 500
export const maxCategoryTitle = 60
/** Readable text of one filter, kept with a preset. */
export const maxReadableText = 2_000
/** Links of one account: equal filters share one, so nobody comes near it by hand. */
export const maxSavedLinks = 5_000
/** The commonest values of a filter that are counted: more than any list on a page holds. */
export const maxFacetValues = 5_000
/** More rows than any table program opens. */
export const maxExportRows = 100_000_000
/** Cases of one person on their page, the newest; people with more are those a court names by a word. */
export const maxPersonCases = 500
/** Up to so many cases the form offers a link to the file; more go by the bot (§9). The default of `EXPORT_DIRECT_LIMIT`. */
export const exportDirectLimit = 250
/** Rows of a sheet of Excel, without the head. */
export const maxSheetRows = 1_048_575
/** Days an asked-for file is kept, how many of one account are kept, and how many may be on their way at once. */
export const exportKeptDays = 7
export const maxKeptExports = 20
export const maxWaitingExports = 5
