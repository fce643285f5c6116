/**
 * Stands in for `@radix-ui/react-dialog`, which cmdk imports for a dialog of its own that nothing here uses:
 * a quarter of the palette's bytes, and a style sheet that our content policy would refuse.
 */
const unused = () => null

export { unused as Content, unused as Overlay, unused as Portal, unused as Root }
