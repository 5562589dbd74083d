# What the build takes from elsewhere: the system's copy, else a pinned download.
include(FetchContent)
if(POLICY CMP0135)
  cmake_policy(SET CMP0135 NEW)
endif()

# nlohmann_json, headers only. Its folder is linked into the build tree and only that is put on the
# include path: the WebAssembly compiler must not see the host's other headers.
find_path(RIDGEPOINT_JSON_INCLUDE nlohmann/json.hpp PATHS /usr/include /usr/local/include /opt/homebrew/include
          NO_CMAKE_FIND_ROOT_PATH)
if(RIDGEPOINT_JSON_INCLUDE)
  set(json_include "${RIDGEPOINT_JSON_INCLUDE}")
else()
  FetchContent_Declare(
    nlohmann_json
    URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
    URL_HASH SHA256=d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d
    SOURCE_SUBDIR headers-only)
  FetchContent_MakeAvailable(nlohmann_json)
  set(json_include "${nlohmann_json_SOURCE_DIR}/include")
endif()
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include")
file(CREATE_LINK "${json_include}/nlohmann" "${PROJECT_BINARY_DIR}/include/nlohmann" SYMBOLIC COPY_ON_ERROR)
add_library(nlohmann_headers INTERFACE)
target_include_directories(nlohmann_headers SYSTEM INTERFACE "${PROJECT_BINARY_DIR}/include")

macro(ridgepoint_find_googletest)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    FetchContent_Declare(
      googletest
      URL https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
      URL_HASH SHA256=8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7)
    set(INSTALL_GTEST OFF)
    set(BUILD_GMOCK OFF)
    FetchContent_MakeAvailable(googletest)
  endif()
endmacro()

# RapidCheck: properties over generated inputs. Its releases are those of the distributions.
macro(ridgepoint_find_rapidcheck)
  find_package(rapidcheck QUIET)
  if(NOT rapidcheck_FOUND)
    message(FATAL_ERROR "The tests need RapidCheck (librapidcheck-dev on Debian); -DRIDGEPOINT_TESTS=OFF builds without.")
  endif()
endmacro()
