/** Below them is what packages and other programs' sources ship, and what can be fetched again. */
export const packageFolders = String.raw`\/(?:node_modules|site-packages|dist-packages|\.git|\.cache|vendor|__pycache__)\/`;
