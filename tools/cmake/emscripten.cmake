# Toolchain of the WebAssembly build: whichever Emscripten has its emcc on PATH (a distribution's or
# an SDK's), and every flag that is ours.
execute_process(
  COMMAND em-config EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE emscripten_root
  OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE emscripten_missing)
if(emscripten_missing)
  message(FATAL_ERROR "Emscripten is not on PATH (emcc, em-config): install it, e.g. apt-get install emscripten")
endif()
set(EMSCRIPTEN_ROOT_PATH "${emscripten_root}")
include("${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")

# Without -fwasm-exceptions a catch block compiles and never fires. Optimised across files: 6% less to load. Browsers
# that know such exceptions know how to copy memory at once and to round without trapping, too.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -flto -mbulk-memory -mnontrapping-fptoint -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0")
# Nothing of size here: a flag that the linker sees first stays in force. CMakeLists.txt compiles for size but for what
# searches run hundreds of times, and linking is for speed: a fifth more to load than with -Oz throughout, and a
# recommendation takes half the time. The linker inlines across files again: less of it than by default is as fast.
set(CMAKE_CXX_FLAGS_RELEASE "-DNDEBUG" CACHE STRING "")

# Makes `target` one ES module, NAME.mjs beside NAME.wasm, that runs in pages, workers and Node
# under a content security policy without unsafe-eval.
function(ridgepoint_wasm_module target name)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .mjs)
  target_link_options(
    ${target}
    PRIVATE
    -O3
    -Wl,-mllvm,-inline-threshold=40
    -lembind
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    -sENVIRONMENT=web,worker
    -sFILESYSTEM=0
    -sDYNAMIC_EXECUTION=0
    -sALLOW_MEMORY_GROWTH=1
    -sTOTAL_STACK=5MB  # as in Emscripten 3.1.6; newer ones have 64 kB, which deep documents and searches overrun
    -sMALLOC=emmalloc  # 2.8 kB less to load, gzip; estimates are as fast, recommendations by 5% slower
    -sINCOMING_MODULE_JS_API=[instantiateWasm,locateFile])
  # More often, until it grows no smaller: 6.7 kB less to load, gzip, as fast. In the linker's own run it would undo its inlining. That no
  # instruction traps is 1.4 kB of it: what would has been refused before, or calls abort(). To inline whatever is of four
  # instructions, not of two, is 2.3 kB (three: 0.8; five: 1.8; eight: 1.8 kB more to load).
  execute_process(COMMAND em-config BINARYEN_ROOT OUTPUT_VARIABLE binaryen OUTPUT_STRIP_TRAILING_WHITESPACE)
  add_custom_command(
    TARGET ${target}
    POST_BUILD
    COMMAND
      ${binaryen}/bin/wasm-opt -Oz -Oz --converge --always-inline-max-function-size 4 --low-memory-unused --traps-never-happen --enable-exception-handling --enable-bulk-memory --enable-nontrapping-float-to-int
      --enable-sign-ext --enable-mutable-globals ${name}.wasm -o ${name}.wasm)
  # Debian's Emscripten takes acorn from Debian's Node modules, which another Node does not search.
  if(EXISTS /usr/share/nodejs/acorn)
    set_target_properties(
      ${target} PROPERTIES RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
  endif()
endfunction()
